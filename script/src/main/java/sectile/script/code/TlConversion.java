package sectile.script.code;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.Text;
import sectile.python.value.Values;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlParameter;
import sectile.sim.problem.KernelCode;

/// Values of a kernel in the form that an operation of `tl` wants.
final class TlConversion {
    private final TlOperation operation;
    private final TlParameter parameter;

    private TlConversion(TlOperation operation, TlParameter parameter) {
        this.operation = operation;
        this.parameter = parameter;
    }

    /// The argument at a position; a diagnostic if it has no such form. None becomes null.
    static @Nullable Object convert(TlOperation operation, int argument, Object value, Span at) {
        return new TlConversion(operation, operation.parameter(argument)).convert(value, at);
    }

    private @Nullable Object convert(Object value, Span at) {
        if (!parameter.isRequired() && value == None.NONE) {
            return null;
        }
        Object converted = switch (parameter.kind()) {
            case INT -> Ints.isInt(value) ? (Object) whole(value, at) : null;
            case NUMBER -> Values.isNumber(value) ? Numbers.of(value, at) : null;
            case HANDLE -> value instanceof Handle ? value : null;
            case OPERAND -> value instanceof Handle ? value : Values.isNumber(value) ? Numbers.of(value, at) : null;
            case SHAPE -> shape(value, at);
            case DTYPE -> value instanceof String text ? dtype(text, at) : null;
            case SPACE -> value instanceof String text ? space(text, at) : null;
            case TEXT -> value instanceof String ? value : null;
            case FUTURE -> value instanceof RecvFuture ? value : null;
        };
        if (converted == null) {
            throw Problems.at(
                    at,
                    KernelCode.TEXT_ARGUMENT,
                    name() + " is " + parameter.kind().expected() + ", not " + shown(value),
                    hint(value));
        }
        return converted;
    }

    private String name() {
        return "`" + parameter.name() + "` of tl." + operation.name();
    }

    private static String shown(Object value) {
        return value instanceof String || Values.isNumber(value)
                ? Problems.kind(value) + " (" + Text.repr(value) + ")"
                : Problems.kind(value);
    }

    private String hint(Object value) {
        if (parameter.kind() == TlParameter.Kind.HANDLE && Values.isNumber(value)) {
            return "an address becomes a handle by tl.load or tl.ref, a number by tl.full";
        }
        if (parameter.kind() == TlParameter.Kind.INT && value instanceof Double) {
            return "use // for integer division, or int(…)";
        }
        if (parameter.kind() == TlParameter.Kind.INT && value instanceof Handle) {
            return "the address of a handle is its .addr, an element is h[i]";
        }
        return "";
    }

    private @Nullable Shape shape(Object value, Span at) {
        long[] extents;
        if (Ints.isInt(value)) {
            extents = new long[] {whole(value, at)};
        } else if (value instanceof Sequence sequence) {
            extents = new long[sequence.size()];
            for (int i = 0; i < extents.length; i++) {
                if (!Ints.isInt(sequence.at(i))) {
                    return null;
                }
                extents[i] = whole(sequence.at(i), at);
            }
        } else {
            return null;
        }
        for (long extent : extents) {
            if (extent < 0) {
                throw refused("has a negative extent: " + Text.repr(value), at);
            }
        }
        try {
            return Shape.of(extents);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw refused(Text.repr(value) + " is not a shape: " + e.getMessage(), at);
        }
    }

    private long whole(Object value, Span at) {
        return Ints.small(value, name(), Place.at(at));
    }

    private RuntimeException refused(String what, Span at) {
        return Problems.at(at, KernelCode.TEXT_ARGUMENT, name() + " " + what, "");
    }

    private static DType dtype(String text, Span at) {
        return DType.parse(text)
                .orElseThrow(() -> Problems.at(
                        at,
                        KernelCode.TEXT_ARGUMENT,
                        "there is no type `" + text + "`",
                        Nearest.hint(
                                text,
                                Arrays.stream(DType.values()).map(DType::text).toList())));
    }

    private static Space space(String text, Span at) {
        List<String> names = Arrays.stream(Space.values()).map(Space::text).toList();
        int index = names.indexOf(text);
        if (index < 0) {
            throw Problems.at(
                    at, KernelCode.TEXT_ARGUMENT, "there is no memory `" + text + "`", Nearest.hint(text, names));
        }
        return Space.values()[index];
    }
}
