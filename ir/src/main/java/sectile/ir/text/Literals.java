package sectile.ir.text;

import sectile.base.diag.Span;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Call;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;
import sectile.python.value.FloatText;

/// Constants as text. A constant is written bare where reading it back gives the same constant, else as `pl.const`.
final class Literals {
    private Literals() {}

    static boolean isConstant(Expr expr) {
        return expr instanceof ConstInt || expr instanceof ConstFloat || expr instanceof ConstBool;
    }

    /// As written where a literal takes the type `context`.
    static String in(Expr constant, DataType context) {
        Val bare = switch (constant) {
            case ConstInt c -> new Val.Int(c.value());
            case ConstFloat c -> new Val.Real(c.value());
            case ConstBool c -> new Val.Bool(c.value());
            case Var _, Dim _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                throw new IllegalArgumentException("not a constant: " + constant);
        };
        if (constant instanceof ConstInt c && context.isInteger() && !context.holds(c.value())) {
            return explicit(constant);
        }
        return Convert.expr(bare, context, Span.none()).equals(constant) ? bare(constant) : explicit(constant);
    }

    static String explicit(Expr constant) {
        DataType dtype = switch (constant) {
            case ConstInt c -> c.dtype();
            case ConstFloat c -> c.dtype();
            case ConstBool c -> DataType.BOOL;
            case Var _, Dim _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                throw new IllegalArgumentException("not a constant: " + constant);
        };
        return "pl.const(" + bare(constant) + ", " + dtype.surface() + ")";
    }

    static String bare(Expr constant) {
        return switch (constant) {
            case ConstInt c -> Long.toString(c.value());
            case ConstFloat c -> real(c.value());
            case ConstBool c -> c.value() ? "True" : "False";
            case Var _, Dim _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                throw new IllegalArgumentException("not a constant: " + constant);
        };
    }

    static String real(double value) {
        if (Double.isNaN(value)) {
            return "float(\"nan\")";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
        }
        return FloatText.repr(value);
    }

    static String string(String value) {
        var text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> text.append("\\\\");
                case '"' -> text.append("\\\"");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ' || c == 127 || Character.isSurrogate(c) || c > 0x2000) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
