package sectile.ir.expr;

import java.util.Optional;

/// What a value is. Types carry no position; shapes are expressions.
public sealed interface Type permits ScalarType, Shaped, ArrayType, TupleType, HandleType, VoidType, UnknownType {
    /// What this type, as written or expected, and the type of a value say together: what this one leaves open is
    /// filled in from the value. Empty where they contradict. An unknown type contradicts nothing.
    default Optional<Type> join(Type value) {
        return TypeJoin.of(this, value);
    }
}
