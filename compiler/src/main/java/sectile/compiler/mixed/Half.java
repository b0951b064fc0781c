package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.compiler.flow.Unused;
import sectile.ir.Function;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.rewrite.FreshCopy;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;

/// What one core of a group does of a mixed kernel: its own ops, the control flow around them, and pushes and pops
/// where tiles change cores. Both halves keep the order of the kernel, so what one pushes next the other pops next.
final class Half {
    private final Side side;
    private final FreshNames names;
    private final Map<Var, Expr> replaced = new HashMap<>();
    /// Global memory that only the other core has: what it created, and what is seen of that.
    private final Set<Var> absent = new HashSet<>();
    private final Rewriter uses = new Rewriter() {
        @Override
        protected Expr use(Var variable) {
            return replaced.getOrDefault(variable, super.use(variable));
        }
    };

    private Half(Side side, FreshNames names) {
        this.side = side;
        this.names = names;
    }

    static Function of(Function function, Side side, Pipes pipes) {
        var half = new Half(side, FreshNames.of(function));
        var steps = new ArrayList<Stmt>();
        if (pipes.mask() != 0) {
            steps.add(new Eval(pipes.open(side, function.origin()), function.origin()));
        }
        steps.addAll(half.block(function.body()));
        Function result = function.withName(function.name() + "_" + side.suffix())
                .withKind(side.kind())
                .withPlace(null, null)
                .withAttrs(function.attrs().without("core_num"))
                .withResults(side == Side.VECTOR ? function.results() : List.of())
                .withBody(Seq.of(steps, function.body().origin()));
        result = result.withBody(Unused.removed(result));
        return FreshCopy.of(result, new FreshNames());
    }

    private boolean isHere(Type type) {
        return Sides.of(type).map(s -> s == side).orElse(true);
    }

    private List<Stmt> block(Stmt body) {
        var steps = new ArrayList<Stmt>();
        for (Stmt step : Seq.steps(body)) {
            steps.addAll(step(step));
        }
        return Received.freed(steps, side, names);
    }

    private List<Stmt> step(Stmt statement) {
        return switch (statement) {
            case Assign assign -> assigned(assign);
            case Eval eval ->
                eval.value() instanceof OpCall call && !isOwn(Sides.of(call)) ? List.of() : List.of(kept(eval));
            case Return ret -> side == Side.VECTOR ? List.of(kept(ret)) : List.of();
            case If branch -> List.of(branch(branch));
            case For loop -> List.of(loop(loop));
            case While loop -> List.of(loop(loop));
            case Scope scope -> List.of(((Scope) kept(scope.withBody(Seq.EMPTY))).withBody(body(scope.body())));
            case Seq seq -> block(seq);
            case Yield _, Break _, Continue _ -> List.of(kept(statement));
        };
    }

    private Stmt kept(Stmt statement) {
        return uses.statement(statement);
    }

    private boolean isOwn(Sides.Place place) {
        return switch (place) {
            case Sides.Place.On on -> on.side() == side;
            case Sides.Place.Both _ -> true;
            case Sides.Place.Once _ -> side == Side.VECTOR;
            case Sides.Place.Across _ -> false;
        };
    }

    private List<Stmt> assigned(Assign assign) {
        if (!(assign.value() instanceof OpCall call)) {
            if (isAbsent(assign.value())) {
                absent.add(assign.target());
                return List.of();
            }
            return isHere(assign.target().type()) ? List.of(kept(assign)) : List.of();
        }
        Sides.Place place = Sides.of(call);
        if (place instanceof Sides.Place.Across across) {
            return across.from() == side ? pushed(assign, call) : popped(assign, call);
        }
        boolean memory = assign.target().type() instanceof TensorType;
        if (isOwn(place)) {
            if (memory && call.args().stream().anyMatch(this::isAbsent)) {
                absent.add(assign.target());
                return List.of();
            }
            return List.of(kept(assign));
        }
        if (memory
                && (call.op().reuses() < 0 || isAbsent(call.args().get(call.op().reuses())))) {
            absent.add(assign.target());
        } else if (call.op().reuses() >= 0 && !(assign.target().type() instanceof TileType)) {
            // The other core writes this memory; here it is still known by its earlier name.
            replaced.put(
                    assign.target(), uses.expression(call.args().get(call.op().reuses())));
        }
        return List.of();
    }

    private boolean isAbsent(Expr value) {
        return value instanceof Var variable && absent.contains(variable);
    }

    private List<Stmt> pushed(Assign assign, OpCall call) {
        Expr tile = uses.expression(call.args().getFirst());
        return List.of(new Eval(Pipes.push(side.other(), tile, assign.origin()), assign.origin()));
    }

    private List<Stmt> popped(Assign assign, OpCall call) {
        TileType sent = (TileType) call.args().getFirst().type();
        OpCall pop = Pipes.pop(side, sent, assign.origin());
        TileType wanted = (TileType) call.type();
        boolean moves = wanted.space() != side.received()
                || call.attrs().has("blayout")
                || call.attrs().has("slayout");
        Var arrived = moves
                ? names.variable(assign.target().name() + "_in", pop.type(), assign.origin())
                : renamed(assign.target(), pop.type());
        var steps = new ArrayList<Stmt>(List.of(new Assign(arrived, pop, assign.origin())));
        if (moves) {
            OpCall move = call.op().call(List.of(arrived), call.attrs(), assign.origin());
            steps.add(new Assign(renamed(assign.target(), move.type()), move, assign.origin()));
        }
        return steps;
    }

    private Var renamed(Var variable, Type type) {
        if (variable.type().equals(type)) {
            return variable;
        }
        Var other = variable.withType(type);
        replaced.put(variable, other);
        return other;
    }

    // ---- control flow: values on tiles of the other core are neither carried nor yielded

    private Stmt body(Stmt body) {
        return Seq.of(block(body), body.origin());
    }

    private Stmt body(Stmt body, List<Integer> kept) {
        return Seq.of(block(yielding(body, kept)), body.origin());
    }

    private static Stmt yielding(Stmt body, List<Integer> kept) {
        List<Stmt> steps = new ArrayList<>(Seq.steps(body));
        if (!steps.isEmpty() && steps.getLast() instanceof Yield yield) {
            steps.removeLast();
            if (!kept.isEmpty()) {
                steps.add(
                        new Yield(kept.stream().map(i -> yield.values().get(i)).toList(), yield.origin()));
            }
        }
        return Seq.of(steps, body.origin());
    }

    private List<Integer> here(List<? extends Type> types) {
        var kept = new ArrayList<Integer>();
        for (int i = 0; i < types.size(); i++) {
            if (isHere(types.get(i))) {
                kept.add(i);
            }
        }
        return kept;
    }

    private Stmt branch(If branch) {
        Expr condition = uses.expression(branch.condition());
        List<Integer> kept = here(branch.results().stream().map(Var::type).toList());
        Stmt then = body(branch.then(), kept);
        Stmt otherwise = body(branch.otherwise(), kept);
        return new If(condition, then, otherwise, pick(branch.results(), kept), branch.origin());
    }

    private static <T> List<T> pick(List<T> items, List<Integer> kept) {
        return items.isEmpty() ? items : kept.stream().map(items::get).toList();
    }

    /// What a loop carries here. Memory that only the other core has is known in the loop by its names there.
    private List<Integer> here(List<IterArg> iterArgs, List<Var> results) {
        var kept = new ArrayList<Integer>();
        for (int i = 0; i < iterArgs.size(); i++) {
            if (isAbsent(iterArgs.get(i).init())) {
                absent.add(iterArgs.get(i).variable());
                absent.add(results.get(i));
            } else if (isHere(iterArgs.get(i).variable().type())) {
                kept.add(i);
            }
        }
        return kept;
    }

    private List<IterArg> carried(List<IterArg> iterArgs, List<Integer> kept) {
        return pick(iterArgs, kept).stream()
                .map(a -> new IterArg(a.variable(), uses.expression(a.init())))
                .toList();
    }

    private Stmt loop(For loop) {
        List<Integer> kept = here(loop.iterArgs(), loop.results());
        Expr start = uses.expression(loop.start());
        Expr stop = uses.expression(loop.stop());
        Expr step = uses.expression(loop.step());
        Attrs attrs = uses.attributes(loop.attrs());
        List<IterArg> carried = carried(loop.iterArgs(), kept);
        return new For(
                loop.kind(),
                loop.index(),
                start,
                stop,
                step,
                carried,
                body(loop.body(), kept),
                pick(loop.results(), kept),
                attrs,
                loop.origin());
    }

    private Stmt loop(While loop) {
        List<Integer> kept = here(loop.iterArgs(), loop.results());
        List<IterArg> carried = carried(loop.iterArgs(), kept);
        Expr condition = uses.expression(loop.condition());
        return new While(condition, carried, body(loop.body(), kept), pick(loop.results(), kept), loop.origin());
    }

    /// A scalar of the other core that this half needs but cannot have.
    static Optional<Var> missing(Function half) {
        return sectile.ir.rewrite.FreeVariables.of(half).stream().findFirst();
    }
}
