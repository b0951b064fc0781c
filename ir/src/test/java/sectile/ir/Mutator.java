package sectile.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.ir.ops.Ops;

/// Copies a program with one thing changed: the change number `at`, counted in the order of the walk.
public final class Mutator {
    /// What was changed, and the path at which a comparison must find it.
    public record Mutant(Program program, String what, String path) {}

    private final int at;
    private final ArrayDeque<String> path = new ArrayDeque<>();
    private final Map<Var, Var> variables = new HashMap<>();
    private int count;
    private String what = "";
    private String where = "";

    private Mutator(int at) {
        this.at = at;
    }

    /// How many changes there are.
    public static int count(Program program) {
        var mutator = new Mutator(-1);
        mutator.program(program);
        return mutator.count;
    }

    public static Mutant mutate(Program program, int at) {
        var mutator = new Mutator(at);
        Program copy = mutator.program(program);
        if (mutator.what.isEmpty()) {
            throw new IllegalArgumentException("there are only " + mutator.count + " changes");
        }
        return new Mutant(copy, mutator.what, mutator.where);
    }

    /// `step` is what the comparison adds to the path, or empty where it adds nothing.
    private boolean hit(String kind, String step) {
        if (count++ != at) {
            return false;
        }
        what = kind;
        if (!step.isEmpty()) {
            path.addLast(step);
        }
        where = joined();
        if (!step.isEmpty()) {
            path.removeLast();
        }
        return true;
    }

    private String joined() {
        var text = new StringBuilder();
        for (String step : path) {
            text.append(step.startsWith("[") || text.isEmpty() ? "" : ".").append(step);
        }
        return text.toString();
    }

    private <T> T in(String step, Supplier<T> inner) {
        path.addLast(step);
        T result = inner.get();
        path.removeLast();
        return result;
    }

    private <T> List<T> list(String name, List<T> items, java.util.function.Function<T, T> each) {
        return in(name, () -> {
            var copies = new ArrayList<T>();
            for (int i = 0; i < items.size(); i++) {
                T item = items.get(i);
                copies.add(in("[" + i + "]", () -> each.apply(item)));
            }
            return List.copyOf(copies);
        });
    }

    private Program program(Program program) {
        var functions = new ArrayList<Function>();
        for (Function function : program.functions()) {
            functions.add(in("functions[" + function.name() + "]", () -> function(function)));
        }
        List<CommGroup> groups = list("commGroups", program.commGroups(), this::group);
        return new Program(program.name(), functions, groups, program.origin());
    }

    private CommGroup group(CommGroup group) {
        List<Integer> devices = hit("devices", "devices") ? List.of(17) : group.devices();
        return new CommGroup(devices, list("slots", group.slots(), this::window));
    }

    private WindowBuffer window(WindowBuffer window) {
        return new WindowBuffer(
                hit("window name", "name") ? window.name() + "x" : window.name(),
                in("size", () -> expr(window.size())),
                hit("window dtype", "dtype") ? other(window.dtype()) : window.dtype(),
                hit("window load", "loadFromHost") != window.loadFromHost(),
                hit("window store", "storeToHost") != window.storeToHost(),
                window.origin());
    }

    private Function function(Function function) {
        FunctionKind kind = hit("kind", "kind")
                ? FunctionKind.values()[(function.kind().ordinal() + 1) % FunctionKind.values().length]
                : function.kind();
        Level level =
                hit("level", "level") ? (function.level() == Level.GLOBAL ? null : Level.GLOBAL) : function.level();
        Role role = hit("role", "role") ? (function.role() == null ? Role.SUB_WORKER : null) : function.role();
        List<Param> params = list("params", function.params(), p -> {
            Direction direction = hit("direction", "direction")
                    ? Direction.values()[(p.direction().ordinal() + 1) % Direction.values().length]
                    : p.direction();
            return new Param(define(p.variable()), direction);
        });
        Attrs attrs = in("attrs", () -> attrs(function.attrs()));
        Stmt body = in("body", () -> statement(function.body()));
        List<Type> results = list("results", function.results(), this::type);
        return new Function(function.name(), kind, level, role, params, results, body, attrs, function.origin());
    }

    /// The variable on its first appearance, where its type counts; later the copy.
    private Var define(Var variable) {
        Var known = variables.get(variable);
        if (known == null) {
            // First the mapping, as types may not mention the variable itself.
            known = new Var(variable.name(), in("type", () -> type(variable.type())), variable.origin());
            variables.put(variable, known);
        }
        return known;
    }

    private Var index(Var variable) {
        Var copy = new Var(variable.name(), variable.type(), variable.origin());
        variables.put(variable, copy);
        return copy;
    }

    private Stmt statement(Stmt statement) {
        return switch (statement) {
            case Assign assign -> {
                Expr value = in("value", () -> expr(assign.value()));
                yield new Assign(in("target", () -> define(assign.target())), value, assign.origin());
            }
            case Eval eval -> new Eval(in("value", () -> expr(eval.value())), eval.origin());
            case Yield yield -> new Yield(operands("values", yield.values()), yield.origin());
            case Return ret -> new Return(operands("values", ret.values()), ret.origin());
            case Break b -> hit("jump", "") ? new Continue(b.origin()) : b;
            case Continue c -> hit("jump", "") ? new Break(c.origin()) : c;
            case Seq seq -> sequence(seq);
            case If branch -> {
                Expr condition = in("condition", () -> expr(branch.condition()));
                Stmt then = in("then", () -> statement(branch.then()));
                Stmt otherwise = in("otherwise", () -> statement(branch.otherwise()));
                yield new If(
                        condition, then, otherwise, list("results", branch.results(), this::define), branch.origin());
            }
            case For loop -> loop(loop);
            case While loop -> {
                List<IterArg> args = iterArgs(loop.iterArgs());
                Expr condition = in("condition", () -> expr(loop.condition()));
                Stmt body = in("body", () -> statement(loop.body()));
                yield new While(condition, args, body, list("results", loop.results(), this::define), loop.origin());
            }
            case Scope scope -> scope(scope);
        };
    }

    private Stmt sequence(Seq seq) {
        int dropped = -1;
        var steps = new ArrayList<Stmt>();
        for (int i = 0; i < seq.steps().size(); i++) {
            Stmt step = seq.steps().get(i);
            if (i + 1 < seq.steps().size() && !step.equals(seq.steps().get(i + 1)) && hit("dropped", "")) {
                dropped = i;
            }
            int number = i;
            Stmt copy = in("", () -> in("[" + number + "]", () -> statement(step)));
            if (dropped != i) {
                steps.add(copy);
            }
        }
        return Seq.of(steps, seq.origin());
    }

    private For loop(For loop) {
        ForKind kind = hit("loop kind", "kind")
                ? ForKind.values()[(loop.kind().ordinal() + 1) % ForKind.values().length]
                : loop.kind();
        Expr start = in("start", () -> expr(loop.start()));
        Expr stop = in("stop", () -> expr(loop.stop()));
        Expr step = in("step", () -> expr(loop.step()));
        Attrs attrs = in("attrs", () -> attrs(loop.attrs()));
        List<IterArg> args = iterArgs(loop.iterArgs());
        Var index = index(loop.index());
        Stmt body = in("body", () -> statement(loop.body()));
        List<Var> results = list("results", loop.results(), this::define);
        return new For(kind, index, start, stop, step, args, body, results, attrs, loop.origin());
    }

    private List<IterArg> iterArgs(List<IterArg> args) {
        return list("iterArgs", args, a -> {
            Expr init = in("init", () -> expr(a.init()));
            return new IterArg(define(a.variable()), init);
        });
    }

    private Scope scope(Scope scope) {
        Attrs attrs = in("attrs", () -> attrs(scope.attrs()));
        boolean swap = scope.kind() == ScopeKind.CLUSTER && hit("scope kind", "kind");
        Var index = scope.index() == null ? null : index(scope.index());
        Var task = scope.task() == null ? null : index(scope.task());
        Stmt body = in("body", () -> statement(scope.body()));
        // A change of the level may make the record refuse the kind.
        try {
            return new Scope(swap ? ScopeKind.RUNTIME : scope.kind(), index, task, attrs, body, scope.origin());
        } catch (IllegalArgumentException inconsistent) {
            where = joined() + ".kind";
            ScopeKind kind = scope.kind() == ScopeKind.IN_CORE ? ScopeKind.HIERARCHY : ScopeKind.IN_CORE;
            Attrs level = kind == ScopeKind.HIERARCHY
                    ? scope.attrs().with("level", new Attr.Sym(Level.CHIP))
                    : scope.attrs().with("level", new Attr.Sym(Level.CORE_GROUP));
            return new Scope(kind, index, task, level, body, scope.origin());
        }
    }

    private List<Expr> operands(String name, List<Expr> args) {
        List<Expr> copies = list(name, args, this::expr);
        for (int i = 0; i + 1 < copies.size(); i++) {
            if (!copies.get(i).equals(copies.get(i + 1)) && hit("operand order", name + "[" + i + "]")) {
                var swapped = new ArrayList<>(copies);
                swapped.set(i, copies.get(i + 1));
                swapped.set(i + 1, copies.get(i));
                return swapped;
            }
        }
        return copies;
    }

    private Expr expr(Expr expr) {
        return switch (expr) {
            case Var variable -> variables.getOrDefault(variable, variable);
            case Dim dim -> hit("dynamic", "name") ? Dim.of(dim.name() + "x") : dim;
            case ConstInt c ->
                hit("constant", "value")
                        ? new ConstInt(c.value() + 1, c.dtype(), c.origin())
                        : hit("constant dtype", "dtype")
                                ? new ConstInt(
                                        c.value(),
                                        c.dtype() == DataType.INT64 ? DataType.INT32 : DataType.INT64,
                                        c.origin())
                                : c;
            case ConstFloat c ->
                hit("constant", "value")
                        ? new ConstFloat(c.value() == 0 ? 1 : -c.value(), c.dtype(), c.origin())
                        : hit("constant dtype", "dtype") ? new ConstFloat(c.value(), other(c.dtype()), c.origin()) : c;
            case ConstBool c -> hit("constant", "value") ? new ConstBool(!c.value(), c.origin()) : c;
            case Binary binary -> binary(binary);
            case Unary unary -> {
                boolean swap = hit("unary op", "op");
                Expr operand = in("operand", () -> expr(unary.operand()));
                UnaryOp op = swap ? (unary.op() == UnaryOp.NEG ? UnaryOp.BIT_NOT : UnaryOp.NEG) : unary.op();
                yield new Unary(op, operand, unary.type(), unary.origin());
            }
            case Cast cast -> {
                DataType dtype = hit("cast dtype", "dtype") ? other(cast.dtype()) : cast.dtype();
                yield new Cast(in("operand", () -> expr(cast.operand())), dtype, cast.origin());
            }
            case MakeTuple tuple -> new MakeTuple(operands("elements", tuple.elements()), tuple.origin());
            case TupleGet get -> {
                int size = ((TupleType) get.tuple().type()).elements().size();
                int index = size > 1 && hit("tuple index", "index") ? (get.index() + 1) % size : get.index();
                yield new TupleGet(in("tuple", () -> expr(get.tuple())), index, get.origin());
            }
            case OpCall call -> {
                Op op = hit("op", "op")
                        ? Ops.standard().require(call.op().name().equals("tile.exp") ? "tile.abs" : "tile.exp")
                        : call.op();
                List<Expr> args = operands("args", call.args());
                yield new OpCall(op, args, in("attrs", () -> attrs(call.attrs())), call.type(), call.origin());
            }
            case FunctionCall call -> {
                String callee = hit("callee", "callee") ? call.callee() + "x" : call.callee();
                List<Expr> args = operands("args", call.args());
                yield new FunctionCall(
                        callee, args, in("attrs", () -> attrs(call.attrs())), call.type(), call.origin());
            }
            case Submit submit -> {
                String callee = hit("callee", "callee") ? submit.callee() + "x" : submit.callee();
                List<Expr> args = operands("args", submit.args());
                yield new Submit(
                        callee, args, in("attrs", () -> attrs(submit.attrs())), submit.type(), submit.origin());
            }
        };
    }

    private Expr binary(Binary binary) {
        BinaryOp op = hit("scalar op", "op")
                ? BinaryOp.values()[(binary.op().ordinal() + 1) % BinaryOp.values().length]
                : binary.op();
        Expr lhs = in("lhs", () -> expr(binary.lhs()));
        Expr rhs = in("rhs", () -> expr(binary.rhs()));
        if (!lhs.equals(rhs) && hit("operand order", "lhs")) {
            return new Binary(op, rhs, lhs, binary.type(), binary.origin());
        }
        return new Binary(op, lhs, rhs, binary.type(), binary.origin());
    }

    private Attrs attrs(Attrs attrs) {
        Attrs copy = Attrs.EMPTY;
        for (String name : attrs.names()) {
            if (hit("attribute gone", "names")) {
                continue;
            }
            Attr value = attrs.find(name).orElseThrow();
            copy = copy.with(name, in(name, () -> attr(value)));
        }
        return hit("attribute new", "names") ? copy.with("zzz", new Attr.Bool(true)) : copy;
    }

    private Attr attr(Attr attr) {
        return switch (attr) {
            case Attr.Int a -> hit("attribute", "value") ? new Attr.Int(a.value() + 1) : a;
            case Attr.Real a -> hit("attribute", "value") ? new Attr.Real(a.value() + 1) : a;
            case Attr.Bool a -> hit("attribute", "value") ? new Attr.Bool(!a.value()) : a;
            case Attr.Text a -> hit("attribute", "value") ? new Attr.Text(a.value() + "\"\\\n") : a;
            case Attr.Element a -> hit("attribute", "value") ? new Attr.Element(other(a.value())) : a;
            case Attr.Sym a -> hit("attribute", "value") ? new Attr.Sym(other(a.value())) : a;
            case Attr.Value a -> new Attr.Value(expr(a.value()));
            case Attr.Items items -> new Attr.Items(list("items", items.values(), this::attr));
            case Attr.Group group ->
                new Attr.Group(
                        hit("attribute group", "name") ? group.name() + "x" : group.name(), attrs(group.attrs()));
        };
    }

    private static Symbol other(Symbol symbol) {
        List<? extends Symbol> all = Symbol.all().stream()
                .filter(members -> members.contains(symbol))
                .findFirst()
                .orElseThrow();
        return all.get((all.indexOf(symbol) + 1) % all.size());
    }

    private static DataType other(DataType dtype) {
        return dtype == DataType.FP16 ? DataType.FP32 : DataType.FP16;
    }

    private Type type(Type type) {
        return switch (type) {
            case ScalarType scalar -> hit("dtype", "dtype") ? ScalarType.of(other(scalar.dtype())) : scalar;
            case TensorType tensor -> {
                if (hit("window for tensor", "")) {
                    yield new DistributedTensorType(tensor.shape(), tensor.dtype(), tensor.view(), tensor.memref(), "");
                }
                DataType dtype = hit("dtype", "dtype") ? other(tensor.dtype()) : tensor.dtype();
                List<Expr> shape = shape(tensor);
                TensorView view = view(tensor.view());
                yield new TensorType(shape, dtype, view, memref(tensor.memref()));
            }
            case DistributedTensorType window -> {
                if (hit("tensor for window", "")) {
                    yield new TensorType(window.shape(), window.dtype(), window.view(), window.memref());
                }
                DataType dtype = hit("dtype", "dtype") ? other(window.dtype()) : window.dtype();
                List<Expr> shape = shape(window);
                TensorView view = view(window.view());
                MemRef memref = memref(window.memref());
                String name = hit("window", "window") ? window.window() + "x" : window.window();
                yield new DistributedTensorType(shape, dtype, view, memref, name);
            }
            case TileType tile -> {
                DataType dtype = hit("dtype", "dtype") ? other(tile.dtype()) : tile.dtype();
                List<Expr> shape = shape(tile);
                MemorySpace space = hit("space", "space")
                        ? (tile.space() == MemorySpace.VEC ? MemorySpace.MAT : MemorySpace.VEC)
                        : tile.space();
                MemRef memref = memref(tile.memref());
                yield new TileType(shape, dtype, space, memref, view(tile.view()));
            }
            case ArrayType array ->
                new ArrayType(
                        in("extent", () -> expr(array.extent())),
                        hit("dtype", "dtype") ? other(array.dtype()) : array.dtype());
            case TupleType tuple -> new TupleType(list("elements", tuple.elements(), this::type));
            case HandleType handle ->
                hit("handle", "kind")
                        ? new HandleType(
                                handle.kind() == HandleType.Kind.COMM_CTX
                                        ? HandleType.Kind.POINTER
                                        : HandleType.Kind.COMM_CTX)
                        : handle;
            case UnknownType unknown -> unknown;
        };
    }

    private List<Expr> shape(Shaped shaped) {
        List<Expr> shape = operands("shape", shaped.shape());
        if (hit("dimension", "shape.size")) {
            shape = new ArrayList<>(shape);
            shape.add(ConstInt.index(1));
        }
        return shape;
    }

    private @Nullable TensorView view(@Nullable TensorView view) {
        if (hit("view", "view")) {
            return view == null ? TensorView.of(TensorLayout.ND) : null;
        }
        if (view == null) {
            return null;
        }
        TensorLayout layout = hit("layout", "layout") ? (TensorLayout) other(view.layout()) : view.layout();
        List<Expr> stride = operands("stride", view.stride());
        return new TensorView(stride, layout, operands("validShape", view.validShape()));
    }

    private @Nullable TileView view(@Nullable TileView view) {
        if (hit("view", "view")) {
            return view == null ? TileView.valid(List.of(ConstInt.index(1))) : null;
        }
        if (view == null) {
            return null;
        }
        List<Expr> valid = operands("validShape", view.validShape());
        List<Expr> stride = operands("stride", view.stride());
        Optional<Expr> start = Optional.ofNullable(view.startOffset()).map(this::expr);
        TileLayout blayout = hit("blayout", "blayout") ? (TileLayout) other(view.blayout()) : view.blayout();
        TileLayout slayout = hit("slayout", "slayout") ? (TileLayout) other(view.slayout()) : view.slayout();
        long fractal = hit("fractal", "fractal") ? view.fractal() + 1 : view.fractal();
        PadValue pad = hit("pad", "pad") ? (PadValue) other(view.pad()) : view.pad();
        return new TileView(valid, stride, start.orElse(null), blayout, slayout, fractal, pad);
    }

    private @Nullable MemRef memref(@Nullable MemRef memref) {
        if (hit("memref", "memref")) {
            return memref == null ? new MemRef("b", ConstInt.index(0), 64) : null;
        }
        if (memref == null) {
            return null;
        }
        String buffer = hit("memref buffer", "buffer") ? memref.buffer() + "x" : memref.buffer();
        Expr offset = in("byteOffset", () -> expr(memref.byteOffset()));
        long size = hit("memref size", "size") ? memref.size() + 1 : memref.size();
        int slots = hit("memref slots", "size") ? memref.slots() + 1 : memref.slots();
        return new MemRef(buffer, offset, size, slots);
    }
}
