package sectile.compiler.passes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.OperandKind;
import sectile.ir.expr.Origin;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Var;
import sectile.ir.ops.Ops;
import sectile.ir.ops.Tier;
import sectile.ir.rewrite.FreshNames;
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
import sectile.ir.symbol.MemorySpace;

/// One kernel on its way from tensors to tiles. Statements are converted in order and added to the current body.
final class TileKernel {
    private final Function kernel;
    private final Diagnostics diagnostics;
    private final FreshNames names;
    private final TileValues values;
    private final UseCounts uses;
    private final TileOps ops;
    /// What variables that became tiles are now.
    private final Map<Var, Var> tiles = new HashMap<>();
    /// Tiles that hold what lies in global memory, until something may change it.
    private Map<Expr, Var> loaded = new HashMap<>();

    private List<Stmt> steps = new ArrayList<>();
    private boolean failed;

    TileKernel(Function kernel, Diagnostics diagnostics) {
        this.kernel = kernel;
        this.diagnostics = diagnostics;
        this.names = FreshNames.of(kernel);
        this.values = TileValues.of(kernel);
        this.uses = UseCounts.of(kernel.body());
        this.ops = new TileOps(this);
    }

    Function convert() {
        Stmt body = body(kernel.body());
        return failed || body.equals(kernel.body()) ? kernel : kernel.withBody(body);
    }

    // ---- statements

    private Stmt body(Stmt body) {
        List<Stmt> outer = steps;
        Map<Expr, Var> before = loaded;
        steps = new ArrayList<>();
        loaded = new HashMap<>(before);
        Seq.steps(body).forEach(this::statement);
        Stmt result = Seq.of(steps, body.origin());
        steps = outer;
        // What was loaded inside is not known outside, and what was written inside is not known any more.
        loaded = new HashMap<>();
        return result;
    }

    private void statement(Stmt statement) {
        if (failed) {
            // What follows may use what could not be converted.
            return;
        }
        try {
            switch (statement) {
                case Assign assign -> assign(assign);
                case Eval eval -> steps.add(new Eval(call(eval.value()), eval.origin()));
                case Yield _, Return _, Break _, Continue _ -> end(statement, List.of());
                case Seq seq -> seq.steps().forEach(this::statement);
                case If branch -> branch(branch);
                case For loop -> loop(loop);
                case While loop -> loop(loop);
                case Scope scope -> steps.add(scope.withBody(body(scope.body())));
            }
        } catch (DiagnosticException e) {
            failed = true;
            e.diagnostics()
                    .forEach(d -> diagnostics.error(
                            CompilerCode.NO_TILE_OP,
                            statement.span(),
                            "this op does not exist on tiles: " + d.message(),
                            d.hint()));
        }
    }

    private void end(Stmt statement, List<Var> results) {
        switch (statement) {
            case Yield yield -> {
                var all = new ArrayList<Expr>();
                for (int i = 0; i < yield.values().size(); i++) {
                    Expr value = yield.values().get(i);
                    boolean wantsTile = i < results.size() && values.isTile(results.get(i));
                    all.add(wantsTile ? own(value) : value);
                }
                steps.add(new Yield(all, yield.origin()));
            }
            case Return ret ->
                steps.add(new Return(ret.values().stream().map(this::global).toList(), ret.origin()));
            case Assign _, Eval _, Break _, Continue _, Seq _, If _, For _, While _, Scope _ -> steps.add(statement);
        }
    }

    /// A body that ends with a yield to these variables.
    private Stmt yielding(Stmt body, List<Var> results) {
        List<Stmt> all = Seq.steps(body);
        if (results.isEmpty() || all.isEmpty() || !(all.getLast() instanceof Yield yield)) {
            return body(body);
        }
        List<Stmt> outer = steps;
        steps = new ArrayList<>();
        loaded = new HashMap<>(loaded);
        all.subList(0, all.size() - 1).forEach(this::statement);
        end(yield, results);
        Stmt result = Seq.of(steps, body.origin());
        steps = outer;
        loaded = new HashMap<>();
        return result;
    }

    private void branch(If branch) {
        Stmt then = yielding(branch.then(), branch.results());
        Stmt otherwise = yielding(branch.otherwise(), branch.results());
        steps.add(new If(branch.condition(), then, otherwise, tiles(branch.results()), branch.origin()));
    }

    private void loop(For loop) {
        List<IterArg> args = carried(loop.iterArgs());
        loaded = new HashMap<>();
        Stmt body = yielding(
                loop.body(), loop.iterArgs().stream().map(IterArg::variable).toList());
        steps.add(loop.carrying(args, tiles(loop.results())).withBody(body));
    }

    private void loop(While loop) {
        List<IterArg> args = carried(loop.iterArgs());
        loaded = new HashMap<>();
        Stmt body = yielding(
                loop.body(), loop.iterArgs().stream().map(IterArg::variable).toList());
        steps.add(loop.carrying(args, tiles(loop.results())).withBody(body));
    }

    private List<IterArg> carried(List<IterArg> args) {
        var result = new ArrayList<IterArg>();
        for (IterArg arg : args) {
            Expr init = values.isTile(arg.variable()) ? own(arg.init()) : arg.init();
            result.add(new IterArg(tiles(List.of(arg.variable())).getFirst(), init));
        }
        return result;
    }

    private List<Var> tiles(List<Var> variables) {
        return variables.stream()
                .map(v -> values.isTile(v) && v.type() instanceof TensorType tensor
                        ? tiles.computeIfAbsent(
                                v, key -> v.withType(new TileType(tensor.shape(), tensor.dtype(), MemorySpace.VEC)))
                        : v)
                .toList();
    }

    private void assign(Assign assign) {
        Var target = assign.target();
        switch (assign.value()) {
            case OpCall call when call.op().computes() && call.op().reuses() < 0 -> define(target, ops.compute(call));
            case OpCall call when call.op().computes() -> define(target, ops.inPlace(call, values.isTile(target)));
            case OpCall call when values.isTile(target) -> define(target, ops.onTile(call));
            case OpCall call
            when call.op().semantics() == Semantics.Query.EXTENT
                    && values.isTile(call.args().getFirst()) -> steps.add(assign.withValue(ops.extent(call)));
            case Var variable when values.isTile(variable) -> tiles.put(target, tile(variable));
            case TupleGet get
            when values.isTile(get) && get.tuple() instanceof Var tuple ->
                define(target, new TupleGet(Objects.requireNonNull(tiles.get(tuple)), get.index(), get.origin()));
            case Expr other -> steps.add(assign.withValue(call(other)));
        }
    }

    /// Gives a variable its value: as a tile if the value is one, or a tuple of some.
    private void define(Var target, Expr value) {
        if (value.type().equals(target.type()) || !isTile(value.type())) {
            steps.add(new Assign(target, value, target.origin()));
            return;
        }
        Var variable = target.withType(value.type());
        tiles.put(target, variable);
        steps.add(new Assign(variable, value, target.origin()));
    }

    private static boolean isTile(Type type) {
        return type instanceof TileType
                || (type instanceof sectile.ir.expr.TupleType tuple
                        && tuple.elements().stream().anyMatch(TileType.class::isInstance));
    }

    /// A call that stays what it is, with operands where it wants them.
    private Expr call(Expr value) {
        return switch (value) {
            case OpCall call -> {
                boolean moved = call.args().stream().anyMatch(values::isTile);
                if (call.args().stream().anyMatch(a -> a.type() instanceof Shaped)) {
                    forget(call);
                }
                if (!moved) {
                    yield call;
                }
                if (call.op().isTensor() && call.op().semantics() instanceof Semantics.Element) {
                    yield ops.onTile(call);
                }
                var args = new ArrayList<Expr>();
                for (int i = 0; i < call.args().size(); i++) {
                    boolean takesTile = call.op().operands().get(i).kind() == OperandKind.SHAPED;
                    Expr arg = call.args().get(i);
                    args.add(takesTile && values.isTile(arg) ? tile(arg) : global(arg));
                }
                yield call.op().call(args, call.attrs(), call.origin());
            }
            case FunctionCall call -> {
                loaded.clear();
                yield call.withArgs(call.args().stream().map(this::global).toList());
            }
            case Expr other -> other;
        };
    }

    /// Memory may have changed.
    private void forget(OpCall call) {
        boolean writes = call.op().operands().stream()
                .anyMatch(o -> call.op().effect(o, call.attrs()).writes());
        if (writes || call.op().mayBlock() || !call.op().duplicable()) {
            loaded.clear();
        }
    }

    // ---- values

    /// What a new variable holds.
    Var bind(String name, Expr value) {
        Var variable = names.variable(name, value.type(), value.origin());
        steps.add(new Assign(variable, value, value.origin()));
        return variable;
    }

    boolean isTile(Expr value) {
        return values.isTile(value) || value.type() instanceof TileType;
    }

    boolean isUsedOnce(Expr value) {
        return value instanceof Var variable && uses.of(variable) == 1;
    }

    /// A value as a tile, to be read.
    Var tile(Expr value) {
        if (value instanceof Var variable && variable.type() instanceof TileType) {
            return variable;
        }
        if (value instanceof Var variable && values.isTile(variable)) {
            return Objects.requireNonNull(tiles.get(variable), () -> variable + " is not converted yet");
        }
        Var known = loaded.get(value);
        if (known == null) {
            known = bind(name(value), load(value));
            loaded.put(value, known);
        }
        return known;
    }

    /// A value as a tile that nothing else refers to, so that it can be changed.
    Var own(Expr value) {
        return isTile(value) ? tile(value) : bind(name(value), load(value));
    }

    /// A copy of a value as a tile.
    Var copy(Expr value) {
        return isTile(value) ? bind(name(value), move(tile(value), MemorySpace.VEC)) : own(value);
    }

    private static String name(Expr value) {
        return value instanceof Var variable ? variable.name() + "_tile" : "tile";
    }

    static OpCall move(Expr tile, MemorySpace space) {
        return Ops.standard()
                .of(Semantics.Move.RELOCATE, Tier.TILE)
                .call(List.of(tile), Attrs.of("target_memory", new Attr.Sym(space)), tile.origin());
    }

    private static OpCall load(Expr tensor) {
        Shaped type = (Shaped) tensor.type();
        var args = new ArrayList<Expr>(List.of(tensor, Tensors.zeros(type.rank()), MakeTuple.of(type.shape())));
        if (type instanceof TensorType plain
                && plain.view() != null
                && !plain.view().validShape().isEmpty()) {
            args.add(MakeTuple.of(plain.view().validShape()));
        }
        return Ops.standard().of(Semantics.Move.LOAD, Tier.TILE).call(args, Attrs.EMPTY, tensor.origin());
    }

    /// A value in global memory: a tile is stored into new memory.
    Expr global(Expr value) {
        if (!values.isTile(value)) {
            return value;
        }
        Var tile = tile(value);
        Shaped type = (Shaped) value.type();
        Origin origin = value.origin();
        Var room = bind(name(value) + "_room", Tensors.create(type, origin));
        return bind(name(value) + "_stored", store(tile, Tensors.zeros(type.rank()), room, Attrs.EMPTY, origin));
    }

    OpCall store(Expr tile, Expr offsets, Expr target, Attrs attrs, Origin origin) {
        loaded.clear();
        return Ops.standard().of(Semantics.Move.STORE, Tier.TILE).call(List.of(tile, offsets, target), attrs, origin);
    }
}
