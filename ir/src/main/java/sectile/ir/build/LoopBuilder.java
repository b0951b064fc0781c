package sectile.ir.build;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.For;
import sectile.ir.stmt.Stmt;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;

/// A counted loop; [#body] adds it.
public final class LoopBuilder {
    private final Control function;
    private final ForKind kind;
    private final Origin origin;
    private final Var index;
    private final Expr start;
    private final Expr stop;
    private final Expr step;
    private final Carried carried;
    private final Map<String, Object> attrs = new LinkedHashMap<>();

    LoopBuilder(Control function, ForKind kind, String index, Object start, Object stop, Object step) {
        this.function = function;
        this.kind = kind;
        this.origin = function.origin();
        this.index = function.variable(index, ScalarType.INDEX, origin);
        this.start = bound(start);
        this.stop = bound(stop);
        this.step = bound(step);
        this.carried = new Carried(function, origin);
        if (Dims.constant(this.step).orElse(1) == 0) {
            throw Mistake.at(origin.span(), LanguageCode.STEP_ZERO, "the step of a loop cannot be 0");
        }
    }

    private Expr bound(Object value) {
        Expr bound = Values.expr(value, DataType.INDEX, origin);
        if (bound.type() instanceof ScalarType scalar && scalar.dtype().isInteger()) {
            return bound;
        }
        throw Mistake.at(
                origin.span(),
                LanguageCode.NOT_AN_INTEGER,
                "expected an integer, found " + Describe.type(bound.type()));
    }

    /// A value that each round hands to the next, and what it is at first.
    public LoopBuilder carry(String name, Object first) {
        carried.add(name, first);
        return this;
    }

    /// With a type that says less than that of the first value.
    public LoopBuilder carry(String name, Type type, Object first) {
        carried.add(name, type, first);
        return this;
    }

    /// The names of the carried values after the loop.
    public LoopBuilder into(String... names) {
        carried.into(List.of(names));
        return this;
    }

    /// An attribute of the loop, such as `chunk`.
    public LoopBuilder with(String name, Object value) {
        attrs.put(name, value);
        return this;
    }

    /// Adds the loop; the variables that [#into] named.
    public List<Var> body(Consumer<Loop> body) {
        Stmt inside = function.inside(() -> body.accept(new Loop(index, carried.variables())));
        List<Var> results = carried.results(inside);
        function.emit(For.of(kind, index, start, stop, step, inside, origin)
                .carrying(carried.args(), results)
                .withAttrs(Values.attrs(attrs, origin.span())));
        return results;
    }
}
