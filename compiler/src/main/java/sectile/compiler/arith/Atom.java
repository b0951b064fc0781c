package sectile.compiler.arith;

import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;

/// An integer that a [Polynomial] does not look into. Equal atoms have equal values.
public sealed interface Atom {
    /// The type in which a program holds it.
    DataType dtype();

    record Variable(Var variable, DataType dtype) implements Atom {}

    /// A symbolic extent.
    record Extent(String name) implements Atom {
        @Override
        public DataType dtype() {
            return DataType.INDEX;
        }
    }

    /// `dividend // divisor`.
    record Quotient(Polynomial dividend, Polynomial divisor, DataType dtype) implements Atom {}

    /// `dividend % divisor`.
    record Remainder(Polynomial dividend, Polynomial divisor, DataType dtype) implements Atom {}

    record Least(Polynomial a, Polynomial b, DataType dtype) implements Atom {}

    record Greatest(Polynomial a, Polynomial b, DataType dtype) implements Atom {}

    /// A polynomial reduced to the width of a type: what a step that may overflow holds.
    record Wrapped(Polynomial value, DataType dtype) implements Atom {}

    /// The value of something else, once; `number` tells these apart.
    record Opaque(int number, DataType dtype) implements Atom {}
}
