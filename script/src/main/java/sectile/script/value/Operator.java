package sectile.script.value;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Span;
import sectile.sim.kernel.Handle;

/// Python's operators between two values that are no handles.
public enum Operator {
    ADD("+") {
        @Override
        Object whole(long a, long b) {
            return Math.addExact(a, b);
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return a + b;
        }
    },
    SUB("-") {
        @Override
        Object whole(long a, long b) {
            return Math.subtractExact(a, b);
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return a - b;
        }
    },
    MUL("*") {
        @Override
        Object whole(long a, long b) {
            return Math.multiplyExact(a, b);
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return a * b;
        }
    },
    DIV("/") {
        @Override
        Object whole(long a, long b) {
            return (double) a / nonZero(b);
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return a / nonZero(b);
        }
    },
    FLOOR_DIV("//") {
        @Override
        Object whole(long a, long b) {
            if (a == Long.MIN_VALUE && b == -1) {
                throw new ArithmeticException("overflow");
            }
            return Math.floorDiv(a, nonZero(b));
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return Floors.quotient(a, nonZero(b));
        }
    },
    MOD("%") {
        @Override
        Object whole(long a, long b) {
            return Math.floorMod(a, nonZero(b));
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return Floors.rest(a, nonZero(b));
        }
    },
    POW("**") {
        @Override
        Object whole(long a, long b) {
            if (b < 0) {
                return Math.pow((double) nonZero(a), (double) b);
            }
            return Powers.of(a, b);
        }

        @Override
        @Nullable
        Object real(double a, double b) {
            return Math.pow(a, b);
        }
    },
    AND("&") {
        @Override
        Object whole(long a, long b) {
            return a & b;
        }
    },
    OR("|") {
        @Override
        Object whole(long a, long b) {
            return a | b;
        }
    },
    XOR("^") {
        @Override
        Object whole(long a, long b) {
            return a ^ b;
        }
    },
    LEFT("<<") {
        @Override
        Object whole(long a, long b) {
            return b >= 63 && a != 0
                    ? Math.multiplyExact(Long.MAX_VALUE, 2)
                    : Math.multiplyExact(a, 1L << Powers.shift(b));
        }
    },
    RIGHT(">>") {
        @Override
        Object whole(long a, long b) {
            return a >> Math.min(63, Powers.shift(b));
        }
    },
    MATMUL("@") {
        @Override
        @Nullable
        Object whole(long a, long b) {
            return null;
        }
    };

    /// A zero where none may be.
    static final class ZeroException extends ArithmeticException {
        private static final long serialVersionUID = 1;
    }

    private final String text;

    Operator(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public static Optional<Operator> parse(String text) {
        return Arrays.stream(values()).filter(op -> op.text.equals(text)).findFirst();
    }

    abstract @Nullable Object whole(long a, long b);

    /// The result for floats; null if there is none.
    @Nullable
    Object real(double a, double b) {
        return null;
    }

    static long nonZero(long number) {
        if (number == 0) {
            throw new ZeroException();
        }
        return number;
    }

    static double nonZero(double number) {
        if (number == 0) {
            throw new ZeroException();
        }
        return number;
    }

    /// The operator on two values.
    ///
    /// @param at the expression, for errors
    public Object apply(Object a, Object b, Span at) {
        @Nullable Object result;
        try {
            if (a instanceof Long x && b instanceof Long y) {
                result = whole(x, y);
            } else if (Values.isNumber(a) && Values.isNumber(b)) {
                result = numbers(a, b);
            } else {
                result = others(a, b, at);
            }
        } catch (ZeroException e) {
            throw Problems.zero(at);
        } catch (ArithmeticException e) {
            throw Problems.overflow(Text.repr(a) + " " + text + " " + Text.repr(b), at);
        }
        if (result == null) {
            throw Problems.at(
                    at,
                    "TL-201",
                    "`" + text + "` does not go with " + Values.kind(a) + " and " + Values.kind(b),
                    hint(a, b));
        }
        return result;
    }

    private @Nullable Object numbers(Object a, Object b) {
        if (a instanceof Boolean x && b instanceof Boolean y) {
            if (this == AND) {
                return x && y;
            }
            if (this == OR) {
                return x || y;
            }
            if (this == XOR) {
                return x ^ y;
            }
        }
        Long x = Values.toLong(a);
        Long y = Values.toLong(b);
        return x != null && y != null ? whole(x, y) : real(Values.toDouble(a), Values.toDouble(b));
    }

    private @Nullable Object others(Object a, Object b, Span at) {
        if (this == ADD) {
            return Joins.join(a, b, at);
        }
        if (this == MUL) {
            return b instanceof Long times
                    ? Joins.repeat(a, times, at)
                    : a instanceof Long times ? Joins.repeat(b, times, at) : null;
        }
        return null;
    }

    private String hint(Object a, Object b) {
        if (a instanceof Handle || b instanceof Handle) {
            return "handles take + - * / @ with handles and numbers of their type";
        }
        if (this == ADD && (a instanceof String || b instanceof String)) {
            return "join texts with an f-string";
        }
        if (this == MOD && a instanceof String) {
            return "format with an f-string";
        }
        return "";
    }
}
