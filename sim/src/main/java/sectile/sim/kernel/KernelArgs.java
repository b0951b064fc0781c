package sectile.sim.kernel;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.KernelCode;

/// The arguments of a launch, by position: addresses and integers (`Long`), numbers (`Double`) and strings.
public record KernelArgs(List<Object> values) {
    private static final long BYTES_PER_ARGUMENT = 8;

    public KernelArgs {
        values = List.copyOf(values);
        for (Object value : values) {
            if (!(value instanceof Long || value instanceof Double || value instanceof String)) {
                throw new IllegalArgumentException("a kernel argument is a long, a double or a string, not "
                        + value.getClass().getName());
            }
        }
    }

    /// Arguments in order; an `Integer` counts as a `Long`, a `Float` as a `Double`.
    public static KernelArgs of(Object... values) {
        Object[] wide = values.clone();
        for (int i = 0; i < wide.length; i++) {
            if (wide[i] instanceof Integer integer) {
                wide[i] = integer.longValue();
            } else if (wide[i] instanceof Float number) {
                wide[i] = number.doubleValue();
            }
        }
        return new KernelArgs(List.of(wide));
    }

    public int size() {
        return values.size();
    }

    /// What the arguments add to a launch message.
    public long bytes() {
        return BYTES_PER_ARGUMENT * values.size();
    }

    /// Argument `index` as an address.
    public long pointer(int index) {
        return integer(index);
    }

    public long integer(int index) {
        if (at(index) instanceof Long value) {
            return value;
        }
        throw wrong(index, "an integer");
    }

    public double number(int index) {
        return switch (at(index)) {
            case Double value -> value;
            case Long value -> value;
            default -> throw wrong(index, "a number");
        };
    }

    public String text(int index) {
        if (at(index) instanceof String value) {
            return value;
        }
        throw wrong(index, "a string");
    }

    private Object at(int index) {
        if (index < 0 || index >= values.size()) {
            throw new DiagnosticException(Diagnostic.error(
                    KernelCode.MISSING_ARGUMENT,
                    Span.none(),
                    "the kernel asks for argument " + index + " but was launched with " + values.size()));
        }
        return values.get(index);
    }

    private DiagnosticException wrong(int index, String expected) {
        return new DiagnosticException(Diagnostic.error(
                KernelCode.ARGUMENT_TYPE,
                Span.none(),
                "argument " + index + " is " + values.get(index) + ", expected " + expected));
    }
}
