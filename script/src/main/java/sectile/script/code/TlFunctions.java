package sectile.script.code;

import static sectile.script.code.TlParameter.Kind.DTYPE;
import static sectile.script.code.TlParameter.Kind.FUTURE;
import static sectile.script.code.TlParameter.Kind.HANDLE;
import static sectile.script.code.TlParameter.Kind.INT;
import static sectile.script.code.TlParameter.Kind.NUMBER;
import static sectile.script.code.TlParameter.Kind.OPERAND;
import static sectile.script.code.TlParameter.Kind.SHAPE;
import static sectile.script.code.TlParameter.Kind.SPACE;
import static sectile.script.code.TlParameter.Kind.TEXT;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.number.Rounding;
import sectile.python.operator.Operator;
import sectile.python.value.None;
import sectile.python.value.TupleValue;
import sectile.script.problem.Problems;
import sectile.sim.Place;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;

/// All operations of `tl`, by name.
public final class TlFunctions {
    private static final DType DEFAULT_DTYPE = DType.F16;
    private static final Map<String, TlFunction> ALL = all();

    private TlFunctions() {}

    /// The names, in the order of the documentation.
    public static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    /// How each one is called, like `load(ptr, shape, dtype)`.
    public static List<String> signatures() {
        return ALL.values().stream()
                .map(function -> function.name() + "(" + String.join(", ", function.parameterNames())
                        + (function.rest() ? "…" : "") + ")")
                .toList();
    }

    static @Nullable TlFunction find(String name) {
        return ALL.get(name);
    }

    private static Map<String, TlFunction> all() {
        var table = new Table();
        place(table);
        memory(table);
        matrices(table);
        arithmetic(table);
        queues(table);
        return table.functions;
    }

    private static void place(Table table) {
        table.add("program_id", (tl, a) -> (long) tl.programId(a.count(0, 0)), optional("axis", INT));
        table.add("num_programs", (tl, a) -> (long) tl.numPrograms(a.count(0, 0)), optional("axis", INT));
        table.add("place", (tl, a) -> {
            Place place = tl.place();
            return new TupleValue((long) place.sip(), (long) place.cube(), (long) place.pe());
        });
        table.add(
                "cdiv",
                (tl, a) -> {
                    if (a.whole(1) == 0) {
                        throw Problems.at(a.at, "TL-202", "division by zero", "guard the division");
                    }
                    return Math.ceilDiv(a.whole(0), a.whole(1));
                },
                required("a", INT),
                required("b", INT));
    }

    private static void memory(Table table) {
        table.add("itemsize", (tl, a) -> Math.max(1L, a.dtype(0).bits() / 8), optional("dtype", DTYPE));
        table.add(
                "load",
                (tl, a) -> tl.load(a.whole(0), a.shape(1), a.dtype(2)),
                required("ptr", INT),
                required("shape", SHAPE),
                optional("dtype", DTYPE));
        table.add(
                "ref",
                (tl, a) -> tl.ref(a.whole(0), a.shape(1), a.dtype(2)),
                required("ptr", INT),
                required("shape", SHAPE),
                optional("dtype", DTYPE));
        table.add(
                "store",
                (tl, a) -> {
                    tl.store(a.whole(0), a.handle(1));
                    return None.NONE;
                },
                required("ptr", INT),
                required("value", HANDLE));
        table.add(
                "full",
                (tl, a) -> tl.full(a.shape(0), a.dtype(2), a.number(1)),
                required("shape", SHAPE),
                required("value", NUMBER),
                optional("dtype", DTYPE));
        table.add(
                "zeros",
                (tl, a) -> tl.zeros(a.shape(0), a.dtype(1)),
                required("shape", SHAPE),
                optional("dtype", DTYPE));
        table.addRest(
                "item",
                (run, values, at) -> {
                    long[] index = new long[values.length - 1];
                    for (int i = 0; i < index.length; i++) {
                        index[i] = (Long) Objects.requireNonNull(values[i + 1]);
                    }
                    return HandleMath.item(run, (Handle) Objects.requireNonNull(values[0]), index, at);
                },
                required("a", HANDLE),
                optional("index", INT));
    }

    private static void matrices(Table table) {
        table.add(
                "dot",
                (tl, a) -> a.has(2) ? tl.dot(a.handle(0), a.handle(1), a.dtype(2)) : tl.dot(a.handle(0), a.handle(1)),
                required("a", HANDLE),
                required("b", HANDLE),
                optional("out_dtype", DTYPE));
        table.add(
                "composite",
                TlFunctions::composite,
                required("op", TEXT),
                required("a", HANDLE),
                required("b", HANDLE),
                required("out_ptr", INT),
                optional("out_dtype", DTYPE),
                optional("tile_m", INT),
                optional("tile_n", INT),
                optional("tile_k", INT));
        table.add("transpose", (tl, a) -> tl.transpose(a.handle(0)), required("a", HANDLE));
    }

    private static Object composite(Tl tl, Given a) {
        int tiles = (a.has(5) ? 1 : 0) + (a.has(6) ? 1 : 0) + (a.has(7) ? 1 : 0);
        if (tiles == 0 && !a.has(4)) {
            tl.composite(a.text(0), a.handle(1), a.handle(2), a.whole(3));
        } else if (tiles == 3) {
            DType out = a.has(4) ? a.dtype(4) : a.handle(1).dtype();
            tl.composite(
                    a.text(0), a.handle(1), a.handle(2), a.whole(3), out, a.count(5, 0), a.count(6, 0), a.count(7, 0));
        } else {
            throw Problems.at(
                    a.at,
                    "TL-207",
                    "tl.composite has " + tiles + " of the three tile extents",
                    "give tile_m, tile_n and tile_k together; out_dtype needs them, too");
        }
        return None.NONE;
    }

    private static void arithmetic(Table table) {
        for (Operator operator : List.of(Operator.ADD, Operator.SUB, Operator.MUL, Operator.DIV)) {
            String name = operator.name().toLowerCase(java.util.Locale.ROOT);
            table.addRaw(
                    name,
                    (run, values, at) -> HandleMath.binary(
                            run, operator, Objects.requireNonNull(values[0]), Objects.requireNonNull(values[1]), at),
                    required("a", OPERAND),
                    required("b", OPERAND));
        }
        table.extreme("maximum", Tl::maximum, Tl::maximum);
        table.extreme("minimum", Tl::minimum, Tl::minimum);
        table.add(
                "fma",
                (tl, a) -> tl.fma(a.handle(0), a.handle(1), a.handle(2)),
                required("a", HANDLE),
                required("b", HANDLE),
                required("c", HANDLE));
        table.add(
                "clamp",
                (tl, a) -> tl.clamp(a.handle(0), a.number(1), a.number(2)),
                required("a", HANDLE),
                required("low", NUMBER),
                required("high", NUMBER));
        table.unary("exp", Tl::exp);
        table.unary("log", Tl::log);
        table.unary("sqrt", Tl::sqrt);
        table.unary("abs", Tl::abs);
        table.unary("neg", Tl::neg);
        table.unary("sigmoid", Tl::sigmoid);
        table.unary("sin", Tl::sin);
        table.unary("cos", Tl::cos);
        table.add(
                "softmax",
                (tl, a) -> tl.softmax(a.handle(0), a.axis(1, -1)),
                required("a", HANDLE),
                optional("axis", INT));
        table.fold("sum", Tl::sum);
        table.fold("max", Tl::max);
        table.fold("min", Tl::min);
        table.add(
                "where",
                (tl, a) -> tl.where(a.handle(0), a.handle(1), a.handle(2)),
                required("condition", HANDLE),
                required("a", HANDLE),
                required("b", HANDLE));
        table.add(
                "cast",
                (tl, a) -> tl.cast(a.handle(0), a.dtype(1), a.rounding(2)),
                required("a", HANDLE),
                required("dtype", DTYPE),
                optional("mode", TEXT));
    }

    private static void queues(Table table) {
        table.add(
                "send",
                (tl, a) -> {
                    tl.send(a.text(0), a.handle(1));
                    return None.NONE;
                },
                required("dir", TEXT),
                required("src", HANDLE));
        table.add(
                "recv",
                TlFunctions::recv,
                optional("dir", TEXT),
                required("shape", SHAPE),
                optional("dtype", DTYPE),
                optional("dst_addr", INT),
                optional("dst_space", SPACE));
        table.add(
                "take",
                (tl, a) -> tl.take(a.text(0), a.shape(1), a.dtype(2)),
                required("dir", TEXT),
                required("shape", SHAPE),
                optional("dtype", DTYPE));
        table.add(
                "recv_async",
                (tl, a) -> tl.recvAsync(a.text(0), a.shape(1), a.dtype(2)),
                required("dir", TEXT),
                required("shape", SHAPE),
                optional("dtype", DTYPE));
        table.add("wait", (tl, a) -> tl.await((RecvFuture) a.given(0)), required("future", FUTURE));
    }

    private static Object recv(Tl tl, Given a) {
        if (a.has(3) != a.has(4)) {
            throw Problems.at(
                    a.at, "TL-207", "tl.recv has only one of dst_addr and dst_space", "give both, or none of them");
        }
        if (!a.has(3)) {
            return a.has(0) ? tl.recv(a.text(0), a.shape(1), a.dtype(2)) : tl.recv(a.shape(1), a.dtype(2));
        }
        var destination = new Destination(a.whole(3), (Space) a.given(4));
        return a.has(0)
                ? tl.recv(a.text(0), a.shape(1), a.dtype(2), destination)
                : tl.recv(a.shape(1), a.dtype(2), destination);
    }

    private static TlParameter required(String name, TlParameter.Kind kind) {
        return new TlParameter(name, kind, true);
    }

    private static TlParameter optional(String name, TlParameter.Kind kind) {
        return new TlParameter(name, kind, false);
    }

    /// The arguments of a call, by what they are.
    private static final class Given {
        private final @Nullable Object[] values;
        private final Span at;

        Given(@Nullable Object[] values, Span at) {
            this.values = values;
            this.at = at;
        }

        boolean has(int index) {
            return values[index] != null;
        }

        Object given(int index) {
            return Objects.requireNonNull(values[index]);
        }

        long whole(int index) {
            return (Long) given(index);
        }

        int count(int index, int otherwise) {
            if (!has(index)) {
                return otherwise;
            }
            long value = whole(index);
            if (value != (int) value) {
                throw Problems.at(at, "TL-207", value + " is too large here", "");
            }
            return (int) value;
        }

        /// An axis of the first argument; negative ones count from the last.
        int axis(int index, int otherwise) {
            int axis = count(index, otherwise);
            return axis < 0 ? axis + handle(0).shape().rank() : axis;
        }

        Rounding rounding(int index) {
            String mode = has(index) ? text(index) : "none";
            return Rounding.parse(mode)
                    .orElseThrow(() -> Problems.at(
                            at,
                            "TL-207",
                            "`" + mode + "` is not a rounding mode",
                            "use none, rint, round, floor, ceil, trunc or odd"));
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
    }

    private interface WithNumber {
        Handle apply(Tl tl, Handle handle, Number number);
    }

    private interface OfTwo {
        Handle apply(Tl tl, Handle a, Handle b);
    }

    private interface Fold {
        Handle apply(Tl tl, Handle a, int axis);
    }

    private static final class Table {
        final Map<String, TlFunction> functions = new LinkedHashMap<>();

        void addRaw(String name, TlFunction.Body body, TlParameter... parameters) {
            functions.put(name, new TlFunction(name, List.of(parameters), false, body));
        }

        void addRest(String name, TlFunction.Body body, TlParameter... parameters) {
            functions.put(name, new TlFunction(name, List.of(parameters), true, body));
        }

        void add(String name, BiFunction<Tl, Given, Object> body, TlParameter... parameters) {
            addRaw(name, (run, values, at) -> body.apply(run.tl(), new Given(values, at)), parameters);
        }

        void unary(String name, BiFunction<Tl, Handle, Handle> body) {
            add(name, (tl, a) -> body.apply(tl, a.handle(0)), required("a", HANDLE));
        }

        void fold(String name, Fold body) {
            add(
                    name,
                    (tl, a) -> body.apply(tl, a.handle(0), a.axis(1, 0)),
                    required("a", HANDLE),
                    required("axis", INT));
        }

        void extreme(String name, OfTwo handles, WithNumber number) {
            add(
                    name,
                    (tl, a) -> {
                        Object first = a.given(0);
                        Object second = a.given(1);
                        if (first instanceof Handle x && second instanceof Handle y) {
                            return handles.apply(tl, x, y);
                        }
                        if (first instanceof Handle x && second instanceof Number y) {
                            return number.apply(tl, x, y);
                        }
                        if (first instanceof Number x && second instanceof Handle y) {
                            return number.apply(tl, y, x);
                        }
                        throw Problems.at(
                                a.at, "TL-207", "tl." + name + " has no handle among its operands", "use max or min");
                    },
                    required("a", OPERAND),
                    required("b", OPERAND));
        }
    }
}
