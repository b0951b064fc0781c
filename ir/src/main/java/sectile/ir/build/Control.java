package sectile.ir.build;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import sectile.ir.expr.Describe;
import sectile.ir.expr.Expr;
import sectile.ir.expr.Origin;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.problem.LanguageCode;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.ForKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.SplitMode;
import sectile.python.problem.SyntaxCode;

/// Choices, loops and scopes. The lambdas add statements to the same builder.
public abstract sealed class Control extends Statements permits BodyBuilder, FunctionBuilder {
    Control(Supplier<Origin> place) {
        super(place);
    }

    /// `for index in pl.range(start, stop, step)`; more is said on what it returns, which ends with `body`.
    public LoopBuilder range(String index, Object start, Object stop, Object step) {
        return new LoopBuilder(this, ForKind.SEQUENTIAL, index, start, stop, step);
    }

    public LoopBuilder range(String index, Object start, Object stop) {
        return range(index, start, stop, 1);
    }

    public LoopBuilder range(String index, Object stop) {
        return range(index, 0, stop, 1);
    }

    /// Iterations in no order.
    public LoopBuilder parallel(String index, Object start, Object stop, Object step) {
        return new LoopBuilder(this, ForKind.PARALLEL, index, start, stop, step);
    }

    /// Every iteration a copy of the body.
    public LoopBuilder unroll(String index, Object start, Object stop, Object step) {
        return new LoopBuilder(this, ForKind.UNROLL, index, start, stop, step);
    }

    /// Iterations that overlap in `stages` stages.
    public LoopBuilder pipeline(String index, Object start, Object stop, Object step, int stages) {
        return new LoopBuilder(this, ForKind.PIPELINE, index, start, stop, step).with("stage", stages);
    }

    /// `while`; the condition is evaluated before each round.
    public void loopWhile(Object condition, Runnable body) {
        new WhileBuilder(this).condition(carried -> test(condition, origin())).body(carried -> body.run());
    }

    /// A loop that carries values, `for (x,) in pl.while_(init_values=…)`.
    public WhileBuilder loopWhile() {
        return new WhileBuilder(this);
    }

    public void when(Object condition, Runnable then) {
        when(condition, then, () -> {});
    }

    public void when(Object condition, Runnable then, Runnable otherwise) {
        choose(List.of(), condition, then, otherwise);
    }

    /// A choice that gives one value: both branches end with [#yields].
    public Var choose(String result, Object condition, Runnable then, Runnable otherwise) {
        return choose(List.of(result), condition, then, otherwise).getFirst();
    }

    /// A choice that gives a value for each name.
    public List<Var> choose(List<String> names, Object condition, Runnable then, Runnable otherwise) {
        Origin origin = origin();
        Expr test = test(condition, origin);
        Stmt yes = inside(then);
        Stmt no = inside(otherwise);
        List<Type> types = names.isEmpty() ? List.of() : yielded(yes, names.size(), origin);
        List<Type> others = names.isEmpty() ? List.of() : yielded(no, names.size(), origin);
        var results = new ArrayList<Var>();
        for (int i = 0; i < names.size(); i++) {
            if (types.get(i).join(others.get(i)).isEmpty()) {
                throw Mistake.at(
                        origin.span(),
                        LanguageCode.BRANCHES_DIFFER,
                        "the branches yield " + Describe.type(types.get(i)) + " and " + Describe.type(others.get(i)));
            }
            results.add(variable(names.get(i), types.get(i), origin));
        }
        emit(new If(test, yes, no, results, origin));
        return List.copyOf(results);
    }

    /// `then if condition else otherwise`, where either side may take statements to find its value.
    public Var select(String result, Object condition, Supplier<?> then, Supplier<?> otherwise) {
        return choose(
                result,
                condition,
                () -> yields(bound(result, then.get())),
                () -> yields(bound(result, otherwise.get())));
    }

    /// A loop from `start` to `stop` that makes one value out of `first`: each round gets the index and what the
    /// rounds before it made, and returns what it makes of that.
    public Var reduce(String result, Object start, Object stop, Object first, BiFunction<Var, Var, ?> next) {
        return range("i", start, stop)
                .carry(result, bound(result, first))
                .into(result)
                .body(loop -> yields(bound(result, next.apply(loop.index(), loop.carried(0)))))
                .getFirst();
    }

    static Expr test(Object condition, Origin origin) {
        Expr test = Values.expr(condition, DataType.BOOL, origin);
        if (test.type() instanceof ScalarType scalar
                && (scalar.dtype() == DataType.BOOL || scalar.dtype().isInteger())) {
            return test;
        }
        throw Mistake.at(
                origin.span(), LanguageCode.CONDITION, "a condition is a scalar, found " + Describe.type(test.type()));
    }

    /// The types of what a body yields at its end.
    static List<Type> yielded(Stmt body, int count, Origin origin) {
        List<Stmt> steps = Seq.steps(body);
        if (steps.isEmpty() || !(steps.getLast() instanceof Yield yield)) {
            throw Mistake.at(
                    origin.span(),
                    LanguageCode.MISSING_YIELD,
                    "this body must end with a yield of " + count + " values",
                    "call yields");
        }
        if (yield.values().size() != count) {
            throw Mistake.at(
                    yield.span(),
                    SyntaxCode.COUNTS_DIFFER,
                    "yields gives " + yield.values().size() + " values, expected " + count);
        }
        return yield.values().stream().map(Expr::type).toList();
    }

    /// Statements that run at a level; at CORE_GROUP they become a kernel.
    public ScopeBuilder at(Level level) {
        ScopeKind kind = level == Level.CORE_GROUP ? ScopeKind.IN_CORE : ScopeKind.HIERARCHY;
        return new ScopeBuilder(this, kind).with("level", level);
    }

    /// One matrix core and its vector cores.
    public ScopeBuilder cluster() {
        return new ScopeBuilder(this, ScopeKind.CLUSTER);
    }

    /// The body on `count` blocks.
    public ScopeBuilder spmd(Object count) {
        return new ScopeBuilder(this, ScopeKind.SPMD).with("count", count);
    }

    /// The body on each vector core of a group.
    public ScopeBuilder splitAiv(int count, SplitMode mode) {
        return new ScopeBuilder(this, ScopeKind.SPLIT_AIV).with("count", count).with("mode", mode);
    }

    /// Tasks depend on each other by what they read and write.
    public ScopeBuilder scope() {
        return new ScopeBuilder(this, ScopeKind.RUNTIME);
    }

    /// Tasks depend on each other only by `deps`.
    public ScopeBuilder manualScope() {
        return new ScopeBuilder(this, ScopeKind.RUNTIME).with("manual", true);
    }

    /// The devices and windows that the dispatches inside share.
    public ScopeBuilder commDomain() {
        return new ScopeBuilder(this, ScopeKind.COMM_DOMAIN);
    }

    /// `for index in pl.range(start, stop, step)` without more.
    public void range(String index, Object start, Object stop, Object step, Consumer<Var> body) {
        range(index, start, stop, step).body(loop -> body.accept(loop.index()));
    }
}
