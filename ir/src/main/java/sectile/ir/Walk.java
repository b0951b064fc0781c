package sectile.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sectile.ir.expr.Absent;
import sectile.ir.expr.ArrayType;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.ConstBool;
import sectile.ir.expr.ConstFloat;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Dim;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.Expr;
import sectile.ir.expr.HandleType;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.MemRef;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.ir.expr.TensorView;
import sectile.ir.expr.TileType;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.TupleType;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.UnknownType;
import sectile.ir.expr.Var;
import sectile.ir.expr.VoidType;
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

/// Visits the parts of a program. Expressions inside attributes are parts like any other.
public final class Walk {
    private Walk() {}

    /// The expressions that one is made of.
    public static List<Expr> children(Expr expr) {
        return switch (expr) {
            case Var v -> List.of();
            case Dim d -> List.of();
            case ConstInt c -> List.of();
            case ConstFloat c -> List.of();
            case ConstBool c -> List.of();
            case Absent a -> List.of();
            case Binary binary -> List.of(binary.lhs(), binary.rhs());
            case Unary unary -> List.of(unary.operand());
            case Cast cast -> List.of(cast.operand());
            case MakeTuple tuple -> tuple.elements();
            case TupleGet get -> List.of(get.tuple());
            case Call call -> with(call.args(), call.attrs());
            case Submit submit -> with(submit.args(), submit.attrs());
        };
    }

    private static List<Expr> with(List<Expr> args, Attrs attrs) {
        if (attrs.isEmpty()) {
            return args;
        }
        var all = new ArrayList<>(args);
        all.addAll(expressions(attrs));
        return all;
    }

    /// The expressions that attributes hold.
    public static List<Expr> expressions(Attrs attrs) {
        var found = new ArrayList<Expr>();
        attrs.asMap().values().forEach(a -> collect(a, found));
        return found;
    }

    private static void collect(Attr attr, List<Expr> into) {
        switch (attr) {
            case Attr.Value value -> into.add(value.value());
            case Attr.Items items -> items.values().forEach(a -> collect(a, into));
            case Attr.Group group -> into.addAll(expressions(group.attrs()));
            case Attr.Int a -> {}
            case Attr.Real a -> {}
            case Attr.Bool a -> {}
            case Attr.Text a -> {}
            case Attr.Element a -> {}
            case Attr.Sym a -> {}
        }
    }

    /// The expressions that a type holds: extents, strides, valid shapes, places in memory.
    public static List<Expr> expressions(Type type) {
        return switch (type) {
            case ScalarType scalar -> List.of();
            case TensorType tensor -> {
                var all = new ArrayList<>(tensor.shape());
                collect(tensor.view(), tensor.memref(), all);
                yield all;
            }
            case DistributedTensorType window -> {
                var all = new ArrayList<>(window.shape());
                collect(window.view(), window.memref(), all);
                yield all;
            }
            case TileType tile -> {
                var all = new ArrayList<>(tile.shape());
                collect(null, tile.memref(), all);
                if (tile.view() != null) {
                    all.addAll(tile.view().validShape());
                    all.addAll(tile.view().stride());
                    if (tile.view().startOffset() != null) {
                        all.add(tile.view().startOffset());
                    }
                }
                yield all;
            }
            case ArrayType array -> List.of(array.extent());
            case TupleType tuple ->
                tuple.elements().stream().flatMap(e -> expressions(e).stream()).toList();
            case HandleType handle -> List.of();
            case VoidType nothing -> List.of();
            case UnknownType unknown -> List.of();
        };
    }

    private static void collect(@Nullable TensorView view, @Nullable MemRef memref, List<Expr> into) {
        if (view != null) {
            into.addAll(view.stride());
            into.addAll(view.validShape());
        }
        if (memref != null) {
            into.add(memref.byteOffset());
        }
    }

    /// An expression and all inside it, inner ones first.
    public static void each(Expr expr, Consumer<Expr> action) {
        children(expr).forEach(c -> each(c, action));
        action.accept(expr);
    }

    /// The expressions that are directly in a statement, not those of statements inside it.
    public static List<Expr> expressions(Stmt statement) {
        return switch (statement) {
            case Assign assign -> List.of(assign.value());
            case Eval eval -> List.of(eval.value());
            case Yield yield -> yield.values();
            case Return ret -> ret.values();
            case Break b -> List.of();
            case Continue c -> List.of();
            case Seq seq -> List.of();
            case If branch -> List.of(branch.condition());
            case For loop -> {
                var all = new ArrayList<>(List.of(loop.start(), loop.stop(), loop.step()));
                loop.iterArgs().forEach(a -> all.add(a.init()));
                all.addAll(expressions(loop.attrs()));
                yield all;
            }
            case While loop -> {
                var all = new ArrayList<Expr>();
                loop.iterArgs().forEach(a -> all.add(a.init()));
                all.add(loop.condition());
                yield all;
            }
            case Scope scope -> expressions(scope.attrs());
        };
    }

    /// The statements directly inside one.
    public static List<Stmt> children(Stmt statement) {
        return switch (statement) {
            case Seq seq -> seq.steps();
            case If branch -> List.of(branch.then(), branch.otherwise());
            case For loop -> List.of(loop.body());
            case While loop -> List.of(loop.body());
            case Scope scope -> List.of(scope.body());
            case Assign a -> List.of();
            case Eval e -> List.of();
            case Yield y -> List.of();
            case Return r -> List.of();
            case Break b -> List.of();
            case Continue c -> List.of();
        };
    }

    /// The variables that a statement itself defines.
    public static List<Var> definitions(Stmt statement) {
        return switch (statement) {
            case Assign assign -> List.of(assign.target());
            case If branch -> branch.results();
            case For loop -> {
                var all = new ArrayList<>(loop.results());
                all.add(loop.index());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            case While loop -> {
                var all = new ArrayList<>(loop.results());
                loop.iterArgs().forEach(a -> all.add(a.variable()));
                yield all;
            }
            case Scope scope ->
                Stream.of(scope.index(), scope.task())
                        .filter(Objects::nonNull)
                        .map(Objects::requireNonNull)
                        .toList();
            case Eval s -> List.of();
            case Yield s -> List.of();
            case Return s -> List.of();
            case Break s -> List.of();
            case Continue s -> List.of();
            case Seq s -> List.of();
        };
    }

    /// A statement and all inside it, outer ones first.
    public static void each(Stmt statement, Consumer<Stmt> action) {
        action.accept(statement);
        children(statement).forEach(c -> each(c, action));
    }

    /// Every expression of a statement and of all statements inside it, inner ones first.
    public static void eachExpression(Stmt statement, Consumer<Expr> action) {
        each(statement, s -> expressions(s).forEach(e -> each(e, action)));
    }
}
