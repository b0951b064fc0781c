package sectile.script.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;
import sectile.python.value.Ints;
import sectile.python.value.None;
import sectile.python.value.Sequence;
import sectile.python.value.Text;
import sectile.python.value.Values;
import sectile.script.code.Activation;
import sectile.script.code.Given;
import sectile.script.problem.Place;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.kernel.Space;

/// The arguments of one call of a [Row], by name. Every method checks what it gives and says where it is wrong.
final class Bound {
    private final Row row;
    private final Given given;
    private final Map<String, Argument> arguments;

    /// A value and where it is.
    record Argument(Object value, Span span) {}

    Bound(Row row, Given given, Map<String, Argument> arguments) {
        this.row = row;
        this.given = given;
        this.arguments = arguments;
    }

    Activation run() {
        return given.run();
    }

    Span span() {
        return given.span();
    }

    Place place() {
        return given;
    }

    Span span(String name) {
        return Objects.requireNonNull(arguments.get(name)).span();
    }

    Object value(String name) {
        return Objects.requireNonNull(arguments.get(name)).value();
    }

    boolean has(String name) {
        return value(name) != None.NONE;
    }

    DiagnosticException wrong(String name, String expected) {
        return wrong(name, value(name), span(name), expected);
    }

    private DiagnosticException wrong(String name, Object value, Span at, String expected) {
        String shown = value instanceof String || Values.isNumber(value)
                ? Problems.kind(value) + " (" + Text.repr(value) + ")"
                : Problems.kind(value);
        return Problems.at(
                at,
                TextCode.HOST_ARGUMENT,
                "`" + name + "` of " + row.path() + " is " + expected + ", not " + shown,
                "");
    }

    // Plain values

    long integer(String name) {
        return Ints.isInt(value(name))
                ? Ints.small(value(name), "`" + name + "`", Place.at(span(name)))
                : integer(name, value(name));
    }

    private long integer(String name, Object value) {
        throw wrong(name, value, span(name), "an int");
    }

    int count(String name) {
        long value = integer(name);
        if (value != (int) value) {
            throw wrong(name, "a smaller number");
        }
        return (int) value;
    }

    /// A count, or 0 for None.
    int countOrAll(String name) {
        return has(name) ? count(name) : 0;
    }

    double number(String name) {
        if (!Values.isNumber(value(name))) {
            throw wrong(name, "a number");
        }
        return Values.toDouble(value(name), Place.at(span(name)));
    }

    boolean flag(String name) {
        return Values.truth(value(name), Place.at(span(name)));
    }

    String text(String name) {
        if (value(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a string");
    }

    /// One of some words.
    String word(String name, List<String> known) {
        String text = text(name);
        if (!known.contains(text)) {
            throw Problems.at(
                    span(name),
                    TextCode.HOST_ARGUMENT,
                    "`" + name + "` of " + row.path() + " cannot be " + Text.repr(text),
                    Nearest.hint(text, known));
        }
        return text;
    }

    Space space(String name) {
        return Space.valueOf(word(name, List.of("hbm", "tcm", "sram")).toUpperCase(java.util.Locale.ROOT));
    }

    DType dtype(String name) {
        return dtype(value(name), span(name));
    }

    static DType dtype(Object value, Span at) {
        if (!(value instanceof String text)) {
            throw Problems.at(
                    at, TextCode.HOST_ARGUMENT, "a type is a string such as \"f16\", not " + Problems.kind(value), "");
        }
        return DType.parse(text)
                .orElseThrow(() -> Problems.at(
                        at,
                        TextCode.HOST_ARGUMENT,
                        "there is no type `" + text + "`",
                        Nearest.hint(text, DType.texts())));
    }

    ReduceOp op(String name) {
        String word = text(name).toLowerCase(java.util.Locale.ROOT);
        return ReduceOp.parse(word.equals("product") ? "prod" : word)
                .orElseThrow(() -> Problems.at(
                        span(name),
                        TextCode.HOST_ARGUMENT,
                        "there is no reduction `" + word + "`",
                        Nearest.hint(word, List.of("sum", "max", "min", "prod"))));
    }

    /// All arguments that a `*name` took.
    @SuppressWarnings("unchecked")
    List<Argument> rest(String name) {
        // Row puts nothing else under the name of a rest.
        return (List<Argument>) value(name);
    }

    /// A shape: a tuple, a list or an int, or all arguments of a `*name`.
    Shape shape(String name) {
        Object value = value(name);
        Span at = span(name);
        if (value instanceof List<?>) {
            List<Argument> rest = rest(name);
            if (rest.size() == 1) {
                return shape(name, rest.getFirst().value(), rest.getFirst().span());
            }
            List<Object> extents = new ArrayList<>();
            rest.forEach(argument -> extents.add(argument.value()));
            return shape(name, new sectile.python.value.TupleValue(extents.toArray()), at);
        }
        return shape(name, value, at);
    }

    private Shape shape(String name, Object value, Span at) {
        Object[] extents = value instanceof Sequence sequence ? sequence.copy() : new Object[] {value};
        long[] dims = new long[extents.length];
        for (int i = 0; i < dims.length; i++) {
            if (!Ints.isInt(extents[i])) {
                throw wrong(name, extents[i], at, "a tuple of ints");
            }
            dims[i] = Ints.small(extents[i], "`" + name + "`", Place.at(at));
            if (dims[i] < 0) {
                throw Problems.at(
                        at, TextCode.HOST_ARGUMENT, "a shape has no negative extents: " + Text.repr(value), "");
            }
        }
        return Shape.of(dims);
    }

    List<Integer> ranks(String name) {
        List<Integer> ranks = new ArrayList<>();
        for (Object rank : Values.sequence(value(name), Place.at(span(name))).copy()) {
            if (!(rank instanceof Long number)) {
                throw wrong(name, rank, span(name), "a list of ints");
            }
            ranks.add(Math.toIntExact(number));
        }
        return ranks;
    }

    // Values of host programs

    DeviceTensor tensor(String name) {
        if (value(name) instanceof TensorValue tensor) {
            return tensor.tensor();
        }
        throw wrong(name, "a tensor");
    }

    /// A placement; the whole tensor on one PE for None.
    Layout layout(String name) {
        if (!has(name)) {
            return sectile.dist.tensor.DpPolicy.onePe();
        }
        if (value(name) instanceof PolicyValue policy) {
            return policy.layout();
        }
        throw wrong(name, "a DPPolicy");
    }

    Optional<GroupValue> group(String name) {
        if (!has(name)) {
            return Optional.empty();
        }
        if (value(name) instanceof GroupValue group) {
            return Optional.of(group);
        }
        throw wrong(name, "a group of new_group");
    }

    /// An array of the host: of numpy, a tensor's values, or nested lists of numbers.
    NdArray array(String name) {
        return Arrays.of(value(name), Optional.empty(), Place.at(span(name)));
    }
}
