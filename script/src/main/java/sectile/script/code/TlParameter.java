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

/// A parameter of an operation, and what it takes.
///
/// @param required whether a call must give it; one that need not may also be None
record TlParameter(String name, Kind kind, boolean required) {
    /// What a parameter takes, and what the operation gets for it.
    enum Kind {
        /// `Long`: a count, an axis or an address.
        INT("an int"),
        /// `Long` or `Double`.
        NUMBER("a number"),
        HANDLE("a handle"),
        /// A handle, or a number as `Long` or `Double`.
        OPERAND("a handle or a number"),
        /// `Shape`.
        SHAPE("a tuple of ints"),
        /// `DType`.
        DTYPE("the name of a type, such as \"f16\""),
        /// `Space`.
        SPACE("\"hbm\", \"tcm\" or \"sram\""),
        TEXT("a string"),
        FUTURE("a future of tl.recv_async");

        private final String expected;

        Kind(String expected) {
            this.expected = expected;
        }
    }

    /// The value in the form the operation wants; a diagnostic if it has no such form. None becomes null.
    @Nullable
    Object convert(TlFunction function, Object value, Span at) {
        if (!required && value == None.NONE) {
            return null;
        }
        Object converted = switch (kind) {
            case INT -> Ints.isInt(value) ? (Object) whole(function, value, at) : null;
            case NUMBER -> Values.isNumber(value) ? Numbers.of(value, at) : null;
            case HANDLE -> value instanceof Handle ? value : null;
            case OPERAND -> value instanceof Handle ? value : Values.isNumber(value) ? Numbers.of(value, at) : null;
            case SHAPE -> shape(function, value, at);
            case DTYPE -> value instanceof String text ? dtype(text, at) : null;
            case SPACE -> value instanceof String text ? space(text, at) : null;
            case TEXT -> value instanceof String ? value : null;
            case FUTURE -> value instanceof RecvFuture ? value : null;
        };
        if (converted == null) {
            throw Problems.at(
                    at,
                    "TL-207",
                    "`" + name + "` of tl." + function.name() + " is " + kind.expected + ", not " + shown(value),
                    hint(value));
        }
        return converted;
    }

    private static String shown(Object value) {
        return value instanceof String || Values.isNumber(value)
                ? Problems.kind(value) + " (" + Text.repr(value) + ")"
                : Problems.kind(value);
    }

    private String hint(Object value) {
        if (kind == Kind.HANDLE && Values.isNumber(value)) {
            return "an address becomes a handle by tl.load or tl.ref, a number by tl.full";
        }
        if (kind == Kind.INT && value instanceof Double) {
            return "use // for whole division, or int(…)";
        }
        if (kind == Kind.INT && value instanceof Handle) {
            return "the address of a handle is its .addr, an element is h[i]";
        }
        return "";
    }

    private @Nullable Shape shape(TlFunction function, Object value, Span at) {
        long[] extents;
        if (Ints.isInt(value)) {
            extents = new long[] {whole(function, value, at)};
        } else if (value instanceof Sequence sequence) {
            extents = new long[sequence.size()];
            for (int i = 0; i < extents.length; i++) {
                if (!Ints.isInt(sequence.at(i))) {
                    return null;
                }
                extents[i] = whole(function, sequence.at(i), at);
            }
        } else {
            return null;
        }
        for (long extent : extents) {
            if (extent < 0) {
                throw refused(function, "has a negative extent: " + Text.repr(value), at);
            }
        }
        try {
            return Shape.of(extents);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw refused(function, Text.repr(value) + " is no shape: " + e.getMessage(), at);
        }
    }

    private long whole(TlFunction function, Object value, Span at) {
        return Ints.small(value, "`" + name + "` of tl." + function.name(), Place.at(at));
    }

    private RuntimeException refused(TlFunction function, String what, Span at) {
        return Problems.at(at, "TL-207", "`" + name + "` of tl." + function.name() + " " + what, "");
    }

    private static DType dtype(String text, Span at) {
        return DType.parse(text)
                .orElseThrow(() -> Problems.at(
                        at,
                        "TL-207",
                        "there is no type `" + text + "`",
                        Nearest.hint(
                                text,
                                Arrays.stream(DType.values()).map(DType::text).toList())));
    }

    private static Space space(String text, Span at) {
        List<String> names = Arrays.stream(Space.values()).map(Space::text).toList();
        int index = names.indexOf(text);
        if (index < 0) {
            throw Problems.at(at, "TL-207", "there is no memory `" + text + "`", Nearest.hint(text, names));
        }
        return Space.values()[index];
    }
}
