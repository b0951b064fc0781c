package sectile.runtime.c;

import sectile.base.array.DType;
import sectile.base.number.BinaryFunction;
import sectile.ir.expr.ScalarValues;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.UnaryOp;
import sectile.runtime.c.Value.Kind;

/// Scalar operators as C, with the rules of [ScalarValues].
final class Scalars {
    private Scalars() {}

    static Value binary(BinaryOp op, DataType type, DataType lhs, DataType rhs, Value a, Value b) {
        return switch (op.kind()) {
            case LOGICAL -> integer("(" + truth(a) + (op == BinaryOp.AND ? " && " : " || ") + truth(b) + ")");
            case COMPARISON -> {
                DataType meet = ScalarValues.meet(lhs, rhs);
                String x = convert(lhs, meet, a).text();
                String y = convert(rhs, meet, b).text();
                String cast = meet == DataType.UINT64 ? "(uint64_t)" : "";
                yield integer("(" + cast + "(" + x + ") " + op.symbol() + " " + cast + "(" + y + "))");
            }
            case ARITHMETIC, BITWISE -> {
                String x = convert(lhs, type, a).text();
                String y = convert(rhs, type, b).text();
                yield combined(ScalarValues.function(op), type.storage(), x, y);
            }
        };
    }

    private static Value combined(BinaryFunction function, DType dtype, String x, String y) {
        if (dtype.isFloat()) {
            return real(
                    "sx_scalar_binary_f(SX_" + function.name() + ", " + Text.dtype(dtype) + ", " + x + ", " + y + ")");
        }
        if (dtype == DType.I64) {
            // Indices: what needs no check is one instruction.
            String plain = switch (function) {
                case ADD -> "sx_add_i64";
                case SUB -> "sx_sub_i64";
                case MUL -> "sx_mul_i64";
                case DIV, FLOOR_DIV, FMOD, REM, POW, MAXIMUM, MINIMUM, AND, OR, XOR, SHL, SHR, EXPDIF, PRELU -> "";
            };
            if (!plain.isEmpty()) {
                return integer(plain + "(" + x + ", " + y + ")");
            }
        }
        return integer(
                "sx_scalar_binary_i(c, SX_" + function.name() + ", " + Text.dtype(dtype) + ", " + x + ", " + y + ")");
    }

    static Value unary(UnaryOp op, DataType type, Value a) {
        return switch (op) {
            case NOT -> integer("!" + truth(a));
            case NEG -> applied("SX_NEG", type, a);
            case BIT_NOT -> type == DataType.BOOL ? integer("!" + truth(a)) : applied("SX_NOT", type, a);
        };
    }

    private static Value applied(String function, DataType type, Value a) {
        String args = "(" + function + ", " + Text.dtype(type.storage()) + ", " + a.text() + ")";
        return a.kind() == Kind.FLOAT ? real("sx_scalar_unary_f" + args) : integer("sx_scalar_unary_i" + args);
    }

    /// A value of one type converted to another: wrapped, rounded, or made a truth value.
    static Value convert(DataType from, DataType to, Value value) {
        DType dtype = to.storage();
        if (from == to) {
            return value;
        }
        if (dtype == DType.BOOL) {
            return integer(truth(value));
        }
        boolean real = value.kind() == Kind.FLOAT;
        if (!dtype.isFloat()) {
            return real
                    ? integer("sx_to_integer(" + Text.dtype(dtype) + ", " + value.text() + ")")
                    : dtype.bits() == 64 ? value : integer("sx_wrap(" + Text.dtype(dtype) + ", " + value.text() + ")");
        }
        return real
                ? real("sx_round_float(" + Text.dtype(dtype) + ", " + value.text() + ")")
                : real("sx_long_to_float(" + Text.dtype(from.storage()) + ", " + Text.dtype(dtype) + ", " + value.text()
                        + ")");
    }

    static String truth(Value value) {
        return "((" + value.text() + ") != 0)";
    }

    static Value integer(String text) {
        return new Value(Kind.INTEGER, text, "");
    }

    static Value real(String text) {
        return new Value(Kind.FLOAT, text, "");
    }
}
