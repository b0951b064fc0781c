package sectile.ir.expr;

import java.util.List;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Symbol;

/// A named argument that is not an operand. It may hold an expression; walks over a program visit it.
public sealed interface Attr {
    /// An integer.
    record Int(long value) implements Attr {}

    /// A floating-point number.
    record Real(double value) implements Attr {}

    /// `True` or `False`.
    record Bool(boolean value) implements Attr {}

    /// Any text.
    record Text(String value) implements Attr {}

    /// An element type.
    record Element(DataType value) implements Attr {}

    /// A member of an enumeration.
    record Sym(Symbol value) implements Attr {}

    /// A value known at run time, such as the device of a dispatch.
    record Value(Expr value) implements Attr {}

    /// Several attributes in order.
    record Items(List<Attr> values) implements Attr {
        public Items {
            values = List.copyOf(values);
        }
    }

    /// A named group, such as one entry of a scope's `optimizations`.
    record Group(String name, Attrs attrs) implements Attr {}
}
