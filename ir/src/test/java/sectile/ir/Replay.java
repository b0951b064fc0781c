package sectile.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import sectile.ir.build.FunctionBuilder;
import sectile.ir.build.Loop;
import sectile.ir.build.LoopBuilder;
import sectile.ir.build.Named;
import sectile.ir.build.ProgramBuilder;
import sectile.ir.build.ScopeBuilder;
import sectile.ir.build.WhileBuilder;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
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
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.SplitMode;

/// Says a program again, call by call, to the builder.
final class Replay {
    private final Map<Var, Var> variables = new HashMap<>();
    private final Map<String, Function> functions;
    private final FunctionBuilder to;

    private Replay(FunctionBuilder to, Map<String, Function> functions) {
        this.to = to;
        this.functions = functions;
    }

    static Program replay(Program program) {
        return ProgramBuilder.unverified(program.name(), p -> {
            program.commGroups().forEach(g -> p.commGroup(g.devices(), g.slots().toArray(WindowBuffer[]::new)));
            var done = new HashMap<String, Function>();
            while (done.size() < program.functions().size()) {
                for (Function function : program.functions()) {
                    if (!done.containsKey(function.name()) && done.keySet().containsAll(callees(function))) {
                        done.put(
                                function.name(),
                                p.function(
                                        function.name(), function.kind(), f -> new Replay(f, done).function(function)));
                    }
                }
            }
        });
    }

    private static Set<String> callees(Function function) {
        var names = new TreeSet<String>();
        Walk.eachExpression(function.body(), e -> {
            if (e instanceof FunctionCall call) {
                names.add(call.callee());
            } else if (e instanceof Submit submit) {
                names.add(submit.callee());
            }
        });
        return names;
    }

    private void function(Function function) {
        if (function.level() != null) {
            to.level(function.level());
        }
        if (function.role() != null) {
            to.role(function.role());
        }
        function.attrs().asMap().forEach((k, v) -> to.with(k, attr(v)));
        for (Param param : function.params()) {
            variables.put(
                    param.variable(),
                    to.parameter("p" + variables.size(), param.type(), param.direction(), param.marks()));
        }
        to.results(function.results().toArray(Type[]::new));
        block(function.body());
    }

    private void block(Stmt body) {
        Seq.steps(body).forEach(this::statement);
    }

    private void statement(Stmt statement) {
        switch (statement) {
            case Assign assign -> {
                Expr value = expr(assign.value());
                Var known = variables.get(assign.target());
                if (known != null) {
                    to.assign(known, value);
                } else {
                    Var target = assign.target();
                    variables.put(target, to.let(target.name(), type(target.type()), value));
                }
            }
            case Eval eval -> to.run(expr(eval.value()));
            case Yield yield -> to.yields(exprs(yield.values()));
            case Return ret -> to.returns(exprs(ret.values()));
            case Break b -> to.breaks();
            case Continue c -> to.continues();
            case Seq seq -> seq.steps().forEach(this::statement);
            case If branch -> {
                List<Var> results = to.choose(
                        branch.results().stream().map(Var::name).toList(),
                        expr(branch.condition()),
                        () -> block(branch.then()),
                        () -> block(branch.otherwise()));
                bind(branch.results(), results);
            }
            case For loop -> loop(loop);
            case While loop -> {
                WhileBuilder builder = to.loopWhile();
                loop.iterArgs()
                        .forEach(a -> builder.carry(
                                a.variable().name(), type(a.variable().type()), expr(a.init())));
                builder.into(loop.results().stream().map(Var::name).toArray(String[]::new));
                builder.condition(carried -> {
                    bind(loop.iterArgs().stream().map(IterArg::variable).toList(), carried);
                    return expr(loop.condition());
                });
                bind(loop.results(), builder.body(carried -> block(loop.body())));
            }
            case Scope scope -> scope(scope);
        }
    }

    private void loop(For loop) {
        Expr start = expr(loop.start());
        Expr stop = expr(loop.stop());
        Expr step = expr(loop.step());
        String index = loop.index().name();
        LoopBuilder builder = switch (loop.kind()) {
            case SEQUENTIAL -> to.range(index, start, stop, step);
            case PARALLEL -> to.parallel(index, start, stop, step);
            case UNROLL -> to.unroll(index, start, stop, step);
            case PIPELINE -> to.pipeline(index, start, stop, step, 1);
        };
        loop.attrs().asMap().forEach((k, v) -> builder.with(k, attr(v)));
        loop.iterArgs()
                .forEach(a ->
                        builder.carry(a.variable().name(), type(a.variable().type()), expr(a.init())));
        builder.into(loop.results().stream().map(Var::name).toArray(String[]::new));
        List<Var> results = builder.body((Loop inside) -> {
            variables.put(loop.index(), inside.index());
            bind(loop.iterArgs().stream().map(IterArg::variable).toList(), inside.carried());
            block(loop.body());
        });
        bind(loop.results(), results);
    }

    private void scope(Scope scope) {
        ScopeBuilder builder = switch (scope.kind()) {
            case IN_CORE -> to.at(Level.CORE_GROUP);
            case HIERARCHY ->
                to.at((Level) ((Attr.Sym) scope.attrs().find("level").orElseThrow()).value());
            case CLUSTER -> to.cluster();
            case SPMD -> to.spmd(1);
            case SPLIT_AIV -> to.splitAiv(1, SplitMode.NONE);
            case RUNTIME -> to.scope();
            case COMM_DOMAIN -> to.commDomain();
        };
        scope.attrs().asMap().forEach((k, v) -> builder.with(k, attr(v)));
        if (scope.index() != null) {
            Var index = scope.index();
            builder.body(index.name(), v -> {
                variables.put(index, v);
                block(scope.body());
            });
        } else if (scope.task() != null) {
            variables.put(scope.task(), builder.task(scope.task().name(), () -> block(scope.body())));
        } else {
            builder.body(() -> block(scope.body()));
        }
    }

    private void bind(List<Var> from, List<Var> into) {
        for (int i = 0; i < into.size(); i++) {
            variables.put(from.get(i), into.get(i));
        }
    }

    private Object[] exprs(List<Expr> values) {
        return values.stream().map(v -> (Object) expr(v)).toArray();
    }

    private Expr expr(Expr expr) {
        return switch (expr) {
            case Var variable -> variables.getOrDefault(variable, variable);
            case Absent absent -> absent;
            case Dim dim -> dim;
            case ConstInt c -> to.constant(c.value(), c.dtype());
            case ConstFloat c -> to.constant(c.value(), c.dtype());
            case ConstBool c -> to.constant(c.value(), DataType.BOOL);
            case Binary binary -> to.binary(binary.op(), expr(binary.lhs()), expr(binary.rhs()));
            case Unary unary -> to.unary(unary.op(), expr(unary.operand()));
            case Cast cast -> to.cast(expr(cast.operand()), cast.dtype());
            case MakeTuple tuple ->
                MakeTuple.of(tuple.elements().stream().map(this::expr).toList());
            case TupleGet get -> to.get(expr(get.tuple()), get.index());
            case OpCall call -> to.op(call.op().name(), arguments(call.args(), call.attrs()));
            case FunctionCall call -> to.call(callee(call.callee()), arguments(call.args(), call.attrs()));
            case Submit submit -> to.submission(callee(submit.callee()), arguments(submit.args(), submit.attrs()));
        };
    }

    private Function callee(String name) {
        return Objects.requireNonNull(functions.get(name));
    }

    private Object[] arguments(List<Expr> args, Attrs attrs) {
        var all = new ArrayList<Object>();
        args.forEach(a -> all.add(expr(a)));
        attrs.asMap().forEach((k, v) -> all.add(Named.named(k, attr(v))));
        return all.toArray();
    }

    private Attr attr(Attr attr) {
        return switch (attr) {
            case Attr.Value value -> new Attr.Value(expr(value.value()));
            case Attr.Items items ->
                new Attr.Items(items.values().stream().map(this::attr).toList());
            case Attr.Group group -> {
                Attrs inner = Attrs.EMPTY;
                for (var entry : group.attrs().asMap().entrySet()) {
                    inner = inner.with(entry.getKey(), attr(entry.getValue()));
                }
                yield new Attr.Group(group.name(), inner);
            }
            default -> attr;
        };
    }

    /// Types mention variables in shapes and valid shapes.
    private Type type(Type type) {
        return switch (type) {
            case TileType tile ->
                new TileType(dims(tile.shape()), tile.dtype(), tile.space(), tile.memref(), view(tile.view()));
            case TensorType tensor ->
                new TensorType(dims(tensor.shape()), tensor.dtype(), view(tensor.view()), tensor.memref());
            case DistributedTensorType window ->
                new DistributedTensorType(
                        dims(window.shape()), window.dtype(), view(window.view()), window.memref(), window.window());
            case TupleType tuple ->
                new TupleType(tuple.elements().stream().map(this::type).toList());
            default -> type;
        };
    }

    private List<Expr> dims(List<Expr> shape) {
        return shape.stream().map(this::expr).toList();
    }

    private @org.jspecify.annotations.Nullable TileView view(@org.jspecify.annotations.Nullable TileView view) {
        return view == null ? null : view.withValidShape(dims(view.validShape()));
    }

    private @org.jspecify.annotations.Nullable TensorView view(@org.jspecify.annotations.Nullable TensorView view) {
        return view == null
                ? null
                : new TensorView(dims(view.stride()), view.layout(), dims(view.validShape()), view.pad());
    }
}
