package sectile.ir;

/// What a value is. Types carry no position; shapes are expressions.
public sealed interface Type permits ScalarType, Shaped, ArrayType, TupleType, HandleType, UnknownType {}
