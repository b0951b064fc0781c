package sectile.compiler.mixed;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.TileType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.IterArg;
import sectile.ir.stmt.Jump;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.SplitMode;

/// A function of the vector core, so changed that each of two vector cores computes half of every tile.
final class LaneSplit extends Rewriter {
    private final SplitMode mode;
    private final Var lane;

    private LaneSplit(SplitMode mode, Var lane) {
        this.mode = mode;
        this.lane = lane;
    }

    /// @throws DiagnosticException if an op needs both halves
    static Function of(Function vector, SplitMode mode) {
        OpCall query =
                Ops.standard().of(Semantics.Query.LANE_INDEX, Tier.TILE).call(List.of(), Attrs.EMPTY, vector.origin());
        Var lane = FreshNames.of(vector).variable("lane", query.type(), vector.origin());
        var steps = new ArrayList<Stmt>(List.of(new Assign(lane, query, vector.origin())));
        steps.add(new LaneSplit(mode, lane).statement(vector.body()));
        return vector.withBody(Seq.of(steps, vector.body().origin()));
    }

    /// What the ops of pipes call the mode.
    static Attr code(SplitMode mode) {
        return new Attr.Int(mode == SplitMode.UP_DOWN ? 1 : 2);
    }

    private int axis(int rank) {
        return rank - (mode == SplitMode.UP_DOWN ? 2 : 1);
    }

    private static DiagnosticException impossible(OpCall call, String why) {
        return new DiagnosticException(Diagnostic.warning(
                        CompilerCode.SPLIT_NOT_POSSIBLE,
                        call.span(),
                        call.op().surface() + " " + why + ", so the kernel is not split")
                .hint("it runs on one vector core of its group"));
    }

    // ---- variables follow the types of their values

    private Var typed(Var variable, Type type) {
        if (!(variable.type() instanceof TileType) || variable.type().equals(type)) {
            return variable;
        }
        Var other = variable.withType(type);
        replace(variable, other);
        return other;
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign assign -> {
                Expr value = expression(assign.value());
                yield new Assign(typed(assign.target(), value.type()), value, assign.origin());
            }
            case For loop -> {
                List<IterArg> carried = new ArrayList<>();
                for (IterArg arg : loop.iterArgs()) {
                    Expr init = expression(arg.init());
                    carried.add(new IterArg(typed(arg.variable(), init.type()), init));
                }
                Expr start = expression(loop.start());
                Expr stop = expression(loop.stop());
                Expr step = expression(loop.step());
                Stmt body = statement(loop.body());
                List<Var> results = new ArrayList<>();
                for (int i = 0; i < loop.results().size(); i++) {
                    results.add(typed(
                            loop.results().get(i), carried.get(i).variable().type()));
                }
                yield new For(
                        loop.kind(),
                        loop.index(),
                        start,
                        stop,
                        step,
                        carried,
                        body,
                        results,
                        attributes(loop.attrs()),
                        loop.origin());
            }
            case If branch -> {
                Expr condition = expression(branch.condition());
                Stmt then = statement(branch.then());
                Stmt otherwise = statement(branch.otherwise());
                List<Var> results = new ArrayList<>();
                for (int i = 0; i < branch.results().size(); i++) {
                    List<Stmt> steps = Seq.steps(then);
                    Type type = steps.getLast() instanceof Yield yield
                            ? yield.values().get(i).type()
                            : branch.results().get(i).type();
                    results.add(typed(branch.results().get(i), type));
                }
                yield new If(condition, then, otherwise, results, branch.origin());
            }
            case Eval _, Yield _, Jump _, Seq _, While _, Scope _ -> descend(statement);
        };
    }

    // ---- ops

    @Override
    public Expr expression(Expr expr) {
        return expr instanceof OpCall call ? op(call) : descend(expr);
    }

    private OpCall op(OpCall call) {
        List<Expr> args = new ArrayList<>();
        call.args().forEach(a -> args.add(expression(a)));
        boolean tiles =
                call.type() instanceof TileType || call.args().stream().anyMatch(a -> a.type() instanceof TileType);
        if (!tiles) {
            boolean harmless = call.op().isPure(call.attrs())
                    || call.op().semantics() instanceof Semantics.Synchronise
                    || call.op().semantics() instanceof Semantics.Open
                    || call.op().semantics() instanceof Semantics.Reserve;
            if (!harmless || call.op().semantics() == Semantics.Query.LANE_INDEX) {
                throw impossible(call, "would happen twice");
            }
            return call.op().call(args, call.attrs(), call.origin());
        }
        return switch (call.op().semantics()) {
            case Semantics.Elementwise elementwise -> elementwise(call, args, elementwise);
            case Semantics.Reduce reduce -> {
                int rank = ((TileType) call.args().getFirst().type()).rank();
                if (reduce.axis() + (reduce.axis() < 0 ? rank : 0) == axis(rank)
                        || call.attrs().has("axis")) {
                    throw impossible(call, "reduces the axis that is split");
                }
                yield call.op().call(args, call.attrs(), call.origin());
            }
            case Semantics.Create create -> {
                if (create != Semantics.Create.FULL && create != Semantics.Create.UNDEFINED) {
                    throw impossible(call, "depends on positions");
                }
                yield withHalf(call, args, "shape");
            }
            case Semantics.Move move -> moved(call, args, move);
            case Semantics.Pop _ -> {
                OpCall half = withHalf(call, args, "shape");
                yield half.op().call(half.args(), half.attrs().with("split", code(mode)), call.origin());
            }
            case Semantics.Push _ -> call.op().call(args, call.attrs().with("split", code(mode)), call.origin());
            case Semantics.Free _ -> call.op().call(args, call.attrs(), call.origin());
            case Semantics.Contract _,
                    Semantics.View _,
                    Semantics.Rearrange _,
                    Semantics.Index _,
                    Semantics.Remote _,
                    Semantics.Collective _,
                    Semantics.Synchronise _,
                    Semantics.Open _,
                    Semantics.Lanes _,
                    Semantics.Query _,
                    Semantics.Host _ -> throw impossible(call, "needs both halves");
        };
    }

    private OpCall elementwise(OpCall call, List<Expr> args, Semantics.Elementwise elementwise) {
        boolean packs = elementwise instanceof Semantics.Compare || elementwise instanceof Semantics.Select;
        if (packs && mode == SplitMode.LEFT_RIGHT) {
            throw impossible(call, "packs columns");
        }
        return call.op().call(args, call.attrs(), call.origin());
    }

    private static boolean isHalved(Type before, Type after) {
        return before instanceof TileType a
                && after instanceof TileType b
                && !a.shape().equals(b.shape());
    }

    private OpCall moved(OpCall call, List<Expr> args, Semantics.Move move) {
        return switch (move) {
            case RELOCATE -> call.op().call(args, call.attrs(), call.origin());
            case LOAD -> {
                if (call.arg("valid_shape").isPresent()) {
                    throw impossible(call, "loads a part");
                }
                TileType tile = (TileType) call.type();
                OpCall half = withHalf(call, args, "shapes");
                yield isHalved(tile, half.type()) ? shifted(half, "offsets", tile) : half;
            }
            case STORE -> {
                Expr tile = call.operand("tile");
                if (call.arg("shapes").isPresent()
                        || !isHalved(tile.type(), args.getFirst().type())) {
                    throw impossible(call, "stores what both vector cores have");
                }
                yield shifted(call.op().call(args, call.attrs(), call.origin()), "offsets", (TileType) tile.type());
            }
            default -> throw impossible(call, "needs both halves");
        };
    }

    /// With half the extent along the axis in the operand of that name, unless the extent is 1.
    private OpCall withHalf(OpCall call, List<Expr> args, String operand) {
        int at = call.op().operandIndex(operand);
        List<Expr> extents = new ArrayList<>(((MakeTuple) args.get(at)).elements());
        if (extents.size() < 2) {
            throw impossible(call, "has fewer than two dimensions");
        }
        int axis = axis(extents.size());
        OptionalLong extent = Dims.constant(extents.get(axis));
        if (extent.isEmpty() || (extent.getAsLong() > 1 && extent.getAsLong() % 2 != 0)) {
            throw impossible(call, "has an extent of " + extents.get(axis) + ", which cannot be halved");
        }
        if (extent.getAsLong() > 1) {
            extents.set(axis, ConstInt.index(extent.getAsLong() / 2));
        }
        List<Expr> changed = new ArrayList<>(args);
        changed.set(at, MakeTuple.of(extents));
        return call.op().call(changed, call.attrs(), call.origin());
    }

    /// With the offset of the lane's half.
    private OpCall shifted(OpCall call, String operand, TileType whole) {
        int at = call.op().operandIndex(operand);
        List<Expr> offsets = new ArrayList<>(((MakeTuple) call.args().get(at)).elements());
        long extent = Dims.constant(whole.shape().get(axis(whole.rank()))).orElseThrow();
        int axis = axis(offsets.size());
        offsets.set(axis, Dims.add(offsets.get(axis), Dims.multiply(lane, ConstInt.index(extent / 2))));
        List<Expr> args = new ArrayList<>(call.args());
        args.set(at, MakeTuple.of(offsets));
        return call.op().call(args, call.attrs(), call.origin());
    }
}
