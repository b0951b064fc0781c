package sectile.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Absent;
import sectile.ir.expr.ArrayType;
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
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.Op;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TileView;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
import sectile.ir.ops.Ops;
import sectile.ir.rewrite.Rewriter;
import sectile.ir.stmt.Assign;
import sectile.ir.stmt.Break;
import sectile.ir.stmt.Continue;
import sectile.ir.stmt.Eval;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Return;
import sectile.ir.stmt.Scope;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.stmt.Yield;
import sectile.ir.symbol.BinaryOp;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.ir.symbol.ForKind;
import sectile.ir.symbol.FunctionKind;
import sectile.ir.symbol.Level;
import sectile.ir.symbol.Marks;
import sectile.ir.symbol.MemorySpace;
import sectile.ir.symbol.PadValue;
import sectile.ir.symbol.Role;
import sectile.ir.symbol.ScopeKind;
import sectile.ir.symbol.Symbol;
import sectile.ir.symbol.TensorLayout;
import sectile.ir.symbol.TileLayout;
import sectile.ir.symbol.UnaryOp;

/// Copies a program with one thing changed: the change number `at`, counted in the order of the walk.
public final class Mutator extends Rewriter {
    /// What was changed, and the path at which a comparison must find it.
    public record Mutant(Program program, String what, String path) {}

    private final int at;
    private final ArrayDeque<String> path = new ArrayDeque<>();
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

    @Override
    protected void enter(String part) {
        path.addLast(part);
    }

    @Override
    protected void enter(int index) {
        path.addLast("[" + index + "]");
    }

    @Override
    protected void leave() {
        path.removeLast();
    }

    @Override
    public CommGroup commGroup(CommGroup group) {
        CommGroup copy = super.commGroup(group);
        return hit("devices", "devices") ? new CommGroup(List.of(17), copy.slots()) : copy;
    }

    @Override
    public WindowBuffer window(WindowBuffer window) {
        WindowBuffer copy = super.window(window);
        return new WindowBuffer(
                hit("window name", "name") ? copy.name() + "x" : copy.name(),
                copy.size(),
                hit("window dtype", "dtype") ? other(copy.dtype()) : copy.dtype(),
                hit("window load", "loadFromHost") != copy.loadFromHost(),
                hit("window store", "storeToHost") != copy.storeToHost(),
                copy.origin());
    }

    @Override
    public Function function(Function function) {
        Function copy = descend(function);
        if (hit("kind", "kind")) {
            return copy.withKind(next(FunctionKind.values(), copy.kind()));
        }
        if (hit("level", "level")) {
            return copy.withPlace(copy.level() == Level.GLOBAL ? null : Level.GLOBAL, copy.role());
        }
        return hit("role", "role") ? copy.withPlace(copy.level(), copy.role() == null ? Role.SUB_WORKER : null) : copy;
    }

    @Override
    public Param parameter(Param param) {
        Param copy = super.parameter(param);
        if (hit("direction", "direction")) {
            return copy.withDirection(next(Direction.values(), copy.direction()));
        }
        Marks marks = copy.marks();
        if (hit("on device", "marks")) {
            return copy.withMarks(new Marks(!marks.onDevice(), marks.constant()));
        }
        return hit("constant parameter", "marks")
                ? copy.withMarks(new Marks(marks.onDevice(), !marks.constant()))
                : copy;
    }

    /// The types of indices and tasks are fixed.
    @Override
    protected Var define(Var variable) {
        String part = Objects.requireNonNullElse(path.peekLast(), "");
        return part.equals("index") || part.equals("task") ? variable : super.define(variable);
    }

    /// A comparison does not see the types of calls, which follow from their operands.
    @Override
    protected Type callType(Type type) {
        return type;
    }

    @Override
    public Stmt statement(Stmt statement) {
        return switch (descend(statement)) {
            case Yield yield -> new Yield(reordered("values", yield.values()), yield.origin());
            case Return ret -> new Return(reordered("values", ret.values()), ret.origin());
            case Break b -> hit("jump", "") ? new Continue(b.origin()) : b;
            case Continue c -> hit("jump", "") ? new Break(c.origin()) : c;
            case Seq seq -> shortened(seq);
            case For loop -> hit("loop kind", "kind") ? loop.withKind(next(ForKind.values(), loop.kind())) : loop;
            case Scope scope -> scope(scope);
            case Assign assign -> assign;
            case Eval eval -> eval;
            case If branch -> branch;
            case While loop -> loop;
        };
    }

    private Scope scope(Scope scope) {
        return switch (scope.kind()) {
            case CLUSTER -> hit("scope kind", "kind") ? moved(scope, ScopeKind.RUNTIME, scope.attrs()) : scope;
            case IN_CORE ->
                hit("scope kind", "kind") ? moved(scope, ScopeKind.HIERARCHY, at(scope, Level.CHIP)) : scope;
            case HIERARCHY ->
                hit("scope level", "attrs.level")
                        ? scope.withAttrs(
                                at(scope, at(scope, Level.CHIP).equals(scope.attrs()) ? Level.HOST : Level.CHIP))
                        : scope;
            case SPMD, SPLIT_AIV, RUNTIME, COMM_DOMAIN -> scope;
        };
    }

    private static Scope moved(Scope scope, ScopeKind kind, Attrs attrs) {
        return new Scope(kind, scope.index(), scope.task(), attrs, scope.body(), scope.origin());
    }

    private static Attrs at(Scope scope, Level level) {
        return scope.attrs().with("level", new Attr.Sym(level));
    }

    private Stmt shortened(Seq seq) {
        for (int i = 0; i + 1 < seq.steps().size(); i++) {
            if (!seq.steps().get(i).equals(seq.steps().get(i + 1)) && hit("dropped", "")) {
                var steps = new ArrayList<>(seq.steps());
                steps.remove(i);
                return Seq.of(steps, seq.origin());
            }
        }
        return seq;
    }

    private List<Expr> reordered(String name, List<Expr> args) {
        for (int i = 0; i + 1 < args.size(); i++) {
            if (!args.get(i).equals(args.get(i + 1)) && hit("operand order", name + "[" + i + "]")) {
                var swapped = new ArrayList<>(args);
                swapped.set(i, args.get(i + 1));
                swapped.set(i + 1, args.get(i));
                return swapped;
            }
        }
        return args;
    }

    @Override
    public Expr expression(Expr expr) {
        return switch (descend(expr)) {
            case Var variable -> variable;
            case Absent absent -> absent;
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
            case Binary b ->
                hit("scalar op", "op")
                        ? new Binary(next(BinaryOp.values(), b.op()), b.lhs(), b.rhs(), b.type(), b.origin())
                        : !b.lhs().equals(b.rhs()) && hit("operand order", "lhs")
                                ? new Binary(b.op(), b.rhs(), b.lhs(), b.type(), b.origin())
                                : b;
            case Unary u ->
                hit("unary op", "op")
                        ? new Unary(
                                u.op() == UnaryOp.NEG ? UnaryOp.BIT_NOT : UnaryOp.NEG,
                                u.operand(),
                                u.type(),
                                u.origin())
                        : u;
            case Cast c -> hit("cast dtype", "dtype") ? new Cast(c.operand(), other(c.dtype()), c.origin()) : c;
            case MakeTuple tuple -> new MakeTuple(reordered("elements", tuple.elements()), tuple.origin());
            case TupleGet get -> {
                int size = ((TupleType) get.tuple().type()).elements().size();
                yield size > 1 && hit("tuple index", "index")
                        ? new TupleGet(get.tuple(), (get.index() + 1) % size, get.origin())
                        : get;
            }
            case OpCall c -> {
                Op op = hit("op", "op")
                        ? Ops.standard().require(c.op().name().equals("tile.exp") ? "tile.abs" : "tile.exp")
                        : c.op();
                yield new OpCall(op, reordered("args", c.args()), c.attrs(), c.type(), c.origin());
            }
            case FunctionCall call ->
                hit("callee", "callee")
                        ? call.withCallee(call.callee() + "x")
                        : call.withArgs(reordered("args", call.args()));
            case Submit submit ->
                hit("callee", "callee")
                        ? submit.withCallee(submit.callee() + "x")
                        : submit.withArgs(reordered("args", submit.args()));
        };
    }

    @Override
    public Attrs attributes(Attrs attrs) {
        Attrs copy = super.attributes(attrs);
        for (String name : attrs.names()) {
            // A scope needs its level; see there.
            if (!name.equals("level") && hit("attribute gone", "names")) {
                return copy.without(name);
            }
        }
        return hit("attribute new", "names") ? copy.with("zzz", new Attr.Bool(true)) : copy;
    }

    @Override
    public Attr attribute(Attr attr) {
        return switch (descend(attr)) {
            case Attr.Int a -> hit("attribute", "value") ? new Attr.Int(a.value() + 1) : a;
            case Attr.Real a -> hit("attribute", "value") ? new Attr.Real(a.value() + 1) : a;
            case Attr.Bool a -> hit("attribute", "value") ? new Attr.Bool(!a.value()) : a;
            case Attr.Text a -> hit("attribute", "value") ? new Attr.Text(a.value() + "\"\\\n") : a;
            case Attr.Element a -> hit("attribute", "value") ? new Attr.Element(other(a.value())) : a;
            case Attr.Sym a ->
                !(a.value() instanceof Level) && hit("attribute", "value") ? new Attr.Sym(other(a.value())) : a;
            case Attr.Value a -> a;
            case Attr.Items a -> a;
            case Attr.Group a -> hit("attribute group", "name") ? new Attr.Group(a.name() + "x", a.attrs()) : a;
        };
    }

    private static <E> E next(E[] values, E value) {
        return values[(List.of(values).indexOf(value) + 1) % values.length];
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

    @Override
    public Type type(Type type) {
        return switch (descend(type)) {
            case ScalarType scalar -> hit("dtype", "dtype") ? ScalarType.of(other(scalar.dtype())) : scalar;
            case TensorType t ->
                hit("window for tensor", "")
                        ? new DistributedTensorType(t.shape(), t.dtype(), t.view(), t.memref(), "")
                        : new TensorType(
                                shape(t),
                                hit("dtype", "dtype") ? other(t.dtype()) : t.dtype(),
                                view(t.view()),
                                memref(t.memref()));
            case DistributedTensorType w ->
                hit("tensor for window", "")
                        ? new TensorType(w.shape(), w.dtype(), w.view(), w.memref())
                        : new DistributedTensorType(
                                shape(w),
                                hit("dtype", "dtype") ? other(w.dtype()) : w.dtype(),
                                view(w.view()),
                                memref(w.memref()),
                                hit("window", "window") ? w.window() + "x" : w.window());
            case TileType t ->
                new TileType(
                        shape(t),
                        hit("dtype", "dtype") ? other(t.dtype()) : t.dtype(),
                        hit("space", "space")
                                ? (t.space() == MemorySpace.VEC ? MemorySpace.MAT : MemorySpace.VEC)
                                : t.space(),
                        memref(t.memref()),
                        view(t.view()));
            case ArrayType array -> hit("dtype", "dtype") ? new ArrayType(array.extent(), other(array.dtype())) : array;
            case TupleType tuple -> tuple;
            case HandleType handle ->
                hit("handle", "kind")
                        ? new HandleType(
                                handle.kind() == HandleType.Kind.COMM_CTX
                                        ? HandleType.Kind.POINTER
                                        : HandleType.Kind.COMM_CTX)
                        : handle;
            case VoidType nothing -> nothing;
            case UnknownType unknown -> unknown;
        };
    }

    private List<Expr> shape(Shaped shaped) {
        List<Expr> shape = reordered("shape", shaped.shape());
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
        return view == null
                ? null
                : new TensorView(
                        reordered("stride", view.stride()),
                        hit("layout", "layout") ? (TensorLayout) other(view.layout()) : view.layout(),
                        reordered("validShape", view.validShape()),
                        hit("pad", "pad") ? (PadValue) other(view.pad()) : view.pad());
    }

    private @Nullable TileView view(@Nullable TileView view) {
        if (hit("view", "view")) {
            return view == null ? TileView.valid(List.of(ConstInt.index(1))) : null;
        }
        return view == null
                ? null
                : new TileView(
                        reordered("validShape", view.validShape()),
                        reordered("stride", view.stride()),
                        view.startOffset(),
                        hit("blayout", "blayout") ? (TileLayout) other(view.blayout()) : view.blayout(),
                        hit("slayout", "slayout") ? (TileLayout) other(view.slayout()) : view.slayout(),
                        hit("fractal", "fractal") ? view.fractal() + 1 : view.fractal(),
                        hit("pad", "pad") ? (PadValue) other(view.pad()) : view.pad());
    }

    private @Nullable MemRef memref(@Nullable MemRef memref) {
        if (hit("memref", "memref")) {
            return memref == null ? new MemRef("b", ConstInt.index(0), 64) : null;
        }
        return memref == null
                ? null
                : new MemRef(
                        hit("memref buffer", "buffer") ? memref.buffer() + "x" : memref.buffer(),
                        memref.byteOffset(),
                        hit("memref size", "size") ? memref.size() + 1 : memref.size(),
                        hit("memref slots", "size") ? memref.slots() + 1 : memref.slots());
    }
}
