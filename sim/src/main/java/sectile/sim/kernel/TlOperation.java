package sectile.sim.kernel;

import static sectile.sim.kernel.TlParameter.Kind.HANDLE;
import static sectile.sim.kernel.TlParameter.Kind.INT;
import static sectile.sim.kernel.TlParameter.Kind.OPERAND;
import static sectile.sim.kernel.TlParameter.required;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import sectile.base.number.Tile;
import sectile.sim.component.MathOp;
import sectile.sim.problem.KernelCode;

/// One operation of `tl`: a row of [TlTable], from which text kernels, the reference and `sectile ops` are made.
///
/// @param rest whether the last parameter takes any number of arguments
/// @param cost what the vector engine is charged with, as topology files and op logs name it
/// @param operator how a call is also written, such as `a + b`; empty if it has no operator
public record TlOperation(
        String name,
        Family family,
        List<TlParameter> parameters,
        boolean rest,
        Engine engine,
        Optional<MathOp> cost,
        String operator,
        String doc,
        Body body) {

    /// What it does: returns a handle, a number, a place or a future, or null if it returns nothing.
    @FunctionalInterface
    public interface Body {
        @Nullable
        Object call(Tl tl, TlArguments arguments);
    }

    /// The part of the PE that does the work.
    public enum Engine {
        NONE("none, takes no time"),
        DMA("DMA"),
        GEMM("GEMM"),
        MATH("MATH"),
        SCHEDULER("scheduler, which drives DMA and GEMM"),
        QUEUE("queue, which drives DMA");

        private final String text;

        Engine(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// Operations that are explained together.
    public enum Family {
        PLACE("Place and sizes"),
        MEMORY("Memory"),
        MATRICES("Matrices"),
        ELEMENTS("Element by element"),
        REDUCTIONS("Along an axis"),
        QUEUES("Queues");

        private final String title;

        Family(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    public TlOperation {
        parameters = List.copyOf(parameters);
    }

    static TlOperation of(String name, Family family, Engine engine, String doc, Body body, TlParameter... parameters) {
        return new TlOperation(name, family, List.of(parameters), false, engine, Optional.empty(), "", doc, body);
    }

    private static TlOperation math(
            String name, Family family, MathOp cost, String doc, Body body, TlParameter... parameters) {
        return of(name, family, Engine.MATH, doc, body, parameters).costing(cost);
    }

    /// A function of each element of one handle, of any numeric type.
    public static TlOperation unary(String name, MathOp cost, Function<Tile, Tile> function, String doc) {
        return math(
                name,
                Family.ELEMENTS,
                cost,
                doc,
                (tl, a) -> tl.unary(cost, a.handle(0), function),
                required("a", HANDLE));
    }

    /// A function of each element of one handle, of floating-point type.
    public static TlOperation floating(String name, MathOp cost, Function<Tile, Tile> function, String doc) {
        return math(
                name,
                Family.ELEMENTS,
                cost,
                doc,
                (tl, a) -> tl.floating(cost, a.handle(0), function),
                required("a", HANDLE));
    }

    /// A function of two elements; one of the operands may be a number.
    static TlOperation binary(
            String name, MathOp cost, boolean commutative, BiFunction<Tile, Tile, Tile> function, String doc) {
        return math(
                name,
                Family.ELEMENTS,
                cost,
                doc,
                (tl, a) -> combined(tl, name, cost, commutative, function, a.given(0), a.given(1)),
                required("a", OPERAND),
                required("b", OPERAND));
    }

    private static Handle combined(
            Tl tl,
            String name,
            MathOp cost,
            boolean commutative,
            BiFunction<Tile, Tile, Tile> function,
            Object a,
            Object b) {
        if (a instanceof Handle x) {
            return b instanceof Handle y ? tl.binary(cost, x, y, function) : tl.binary(cost, x, (Number) b, function);
        }
        if (!(b instanceof Handle y)) {
            throw TlArguments.error(
                    KernelCode.TEXT_ARGUMENT,
                    "tl." + name + " has no handle among its operands",
                    "Python's operators work on numbers");
        }
        // There is no operation with the number first: a value full of it comes before.
        return commutative
                ? tl.binary(cost, y, (Number) a, function)
                : tl.binary(cost, tl.full(y.shape(), y.dtype(), (Number) a), y, function);
    }

    /// A fold of an axis.
    static TlOperation reduction(String name, MathOp cost, BiFunction<Tile, Integer, Tile> function, String doc) {
        return math(
                name,
                Family.REDUCTIONS,
                cost,
                doc,
                (tl, a) -> {
                    int axis = a.axis(1, 0);
                    return tl.reduce(cost, a.handle(0), axis, x -> function.apply(x, axis));
                },
                required("a", HANDLE),
                required("axis", INT));
    }

    TlOperation costing(MathOp key) {
        return new TlOperation(name, family, parameters, rest, engine, Optional.of(key), operator, doc, body);
    }

    TlOperation writtenAs(String syntax) {
        return new TlOperation(name, family, parameters, rest, engine, cost, syntax, doc, body);
    }

    TlOperation withRest() {
        return new TlOperation(name, family, parameters, true, engine, cost, operator, doc, body);
    }

    /// The parameter that an argument belongs to.
    public TlParameter parameter(int argument) {
        return parameters.get(Math.min(argument, parameters.size() - 1));
    }

    public List<String> parameterNames() {
        return parameters.stream().map(TlParameter::name).toList();
    }

    /// How it is called, such as `load(ptr, shape, dtype="f16")`.
    public String signature() {
        return name
                + parameters.stream()
                        .map(TlParameter::toString)
                        .collect(Collectors.joining(", ", "(", rest ? ", …)" : ")"));
    }
}
