package sectile.sim.kernel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.number.Rounding;
import sectile.sim.problem.KernelCode;

/// The arguments of one call of an operation, by position, each of the Java type that [TlParameter.Kind] names.
public final class TlArguments {
    private static final DType DEFAULT_DTYPE = DType.F16;

    private final @Nullable Object[] values;

    /// @param values null for an argument that is not given
    public TlArguments(@Nullable Object... values) {
        this.values = values;
    }

    boolean has(int index) {
        return index < values.length && values[index] != null;
    }

    Object given(int index) {
        return Objects.requireNonNull(values[index]);
    }

    long integer(int index) {
        return (Long) given(index);
    }

    int count(int index, int otherwise) {
        if (!has(index)) {
            return otherwise;
        }
        long value = integer(index);
        if (value != (int) value) {
            throw error(KernelCode.TEXT_ARGUMENT, value + " is too large here", "");
        }
        return (int) value;
    }

    /// An axis of the first argument; negative ones count from the last.
    int axis(int index, int otherwise) {
        int axis = count(index, otherwise);
        return axis < 0 ? axis + handle(0).shape().rank() : axis;
    }

    Number number(int index) {
        return (Number) given(index);
    }

    Handle handle(int index) {
        return (Handle) given(index);
    }

    Shape shape(int index) {
        return (Shape) given(index);
    }

    DType dtype(int index) {
        return has(index) ? (DType) given(index) : DEFAULT_DTYPE;
    }

    String text(int index) {
        return (String) given(index);
    }

    Rounding rounding(int index) {
        String mode = has(index) ? text(index) : "none";
        return Rounding.parse(mode)
                .orElseThrow(() -> error(
                        KernelCode.TEXT_ARGUMENT,
                        "`" + mode + "` is not a rounding mode",
                        "use none, rint, round, floor, ceil, trunc or odd"));
    }

    /// All integers from a position on.
    long[] integersFrom(int first) {
        long[] integers = new long[Math.max(0, values.length - first)];
        for (int i = 0; i < integers.length; i++) {
            integers[i] = integer(first + i);
        }
        return integers;
    }

    /// A mistake of the call, whose place the executor adds.
    static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
