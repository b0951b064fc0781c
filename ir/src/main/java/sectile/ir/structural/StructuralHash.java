package sectile.ir.structural;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import sectile.ir.CommGroup;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.Program;
import sectile.ir.WindowBuffer;
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

/// Hashes that agree with [Structural]: equal programs have equal hashes. Variables count by the order of their first
/// appearance.
public final class StructuralHash {
    private final Map<Var, Integer> numbers = new HashMap<>();
    private long hash = 0x9E3779B97F4A7C15L;

    private StructuralHash() {}

    public static long of(Program program) {
        var hasher = new StructuralHash();
        hasher.program(program);
        return hasher.hash;
    }

    private void mix(int value) {
        mixBits(value);
    }

    /// All 64 bits: `Long.hashCode` is the same for -1 and 0.
    private void mixBits(long value) {
        hash = (hash ^ value) * 0xFF51AFD7ED558CCDL;
        hash ^= hash >>> 32;
    }

    private void mix(@Nullable Object value) {
        // Enum hash codes differ between runs; names do not.
        mix(value instanceof Enum<?> member ? member.name().hashCode() : Objects.hashCode(value));
    }

    private void program(Program program) {
        for (Function function : program.functions()) {
            mix(function.name());
            mix(function.kind());
            mix(function.level());
            mix(function.role());
            for (Param param : function.params()) {
                mix(param.direction());
                mix(Boolean.valueOf(param.marks().onDevice()));
                mix(Boolean.valueOf(param.marks().constant()));
                variable(param.variable());
            }
            attributes(function.attrs());
            statement(function.body());
            function.results().forEach(this::type);
        }
        for (CommGroup group : program.commGroups()) {
            mix(group.devices());
            for (WindowBuffer slot : group.slots()) {
                mix(slot.name());
                expression(slot.size());
                mix(slot.dtype());
                mix(Boolean.valueOf(slot.loadFromHost()));
                mix(Boolean.valueOf(slot.storeToHost()));
            }
        }
    }

    private void variable(Var variable) {
        Integer known = numbers.get(variable);
        if (known == null) {
            numbers.put(variable, numbers.size());
            mix(numbers.size());
            type(variable.type());
        } else {
            mix(known.intValue() + 1);
        }
    }

    private void statement(Stmt statement) {
        mix(statement.getClass().getSimpleName());
        switch (statement) {
            case Assign assign -> {
                expression(assign.value());
                variable(assign.target());
            }
            case Eval eval -> expression(eval.value());
            case Yield yield -> all(yield.values());
            case Return ret -> all(ret.values());
            case Break b -> {}
            case Continue c -> {}
            case Seq seq -> {
                mix(seq.steps().size());
                seq.steps().forEach(this::statement);
            }
            case If branch -> {
                expression(branch.condition());
                statement(branch.then());
                statement(branch.otherwise());
                branch.results().forEach(this::variable);
            }
            case For loop -> {
                mix(loop.kind());
                expression(loop.start());
                expression(loop.stop());
                expression(loop.step());
                attributes(loop.attrs());
                iterArgs(loop.iterArgs());
                variable(loop.index());
                statement(loop.body());
                loop.results().forEach(this::variable);
            }
            case While loop -> {
                iterArgs(loop.iterArgs());
                expression(loop.condition());
                statement(loop.body());
                loop.results().forEach(this::variable);
            }
            case Scope scope -> {
                mix(scope.kind());
                attributes(scope.attrs());
                if (scope.index() != null) {
                    variable(scope.index());
                }
                if (scope.task() != null) {
                    variable(scope.task());
                }
                statement(scope.body());
            }
        }
    }

    private void iterArgs(List<IterArg> iterArgs) {
        for (IterArg arg : iterArgs) {
            expression(arg.init());
            variable(arg.variable());
        }
    }

    private void expression(Expr expression) {
        mix(expression.getClass().getSimpleName());
        switch (expression) {
            case Var variable -> variable(variable);
            case Dim dim -> mix(dim.name());
            case ConstInt constant -> {
                mixBits(constant.value());
                mix(constant.dtype());
            }
            case ConstFloat constant -> {
                mixBits(Double.doubleToLongBits(constant.value()));
                mix(constant.dtype());
            }
            case ConstBool constant -> mix(Boolean.valueOf(constant.value()));
            case Binary binary -> {
                mix(binary.op());
                expression(binary.lhs());
                expression(binary.rhs());
            }
            case Unary unary -> {
                mix(unary.op());
                expression(unary.operand());
            }
            case Cast cast -> {
                mix(cast.dtype());
                expression(cast.operand());
            }
            case Absent absent -> {}
            case MakeTuple tuple -> all(tuple.elements());
            case TupleGet get -> {
                mix(get.index());
                expression(get.tuple());
            }
            case OpCall call -> call(call.op().name(), call.args(), call.attrs());
            case FunctionCall call -> call(call.callee(), call.args(), call.attrs());
            case Submit submit -> call(submit.callee(), submit.args(), submit.attrs());
        }
    }

    private void call(String callee, List<Expr> args, Attrs attrs) {
        mix(callee);
        all(args);
        attributes(attrs);
    }

    private void attributes(Attrs attrs) {
        mix(new ArrayList<>(attrs.names()));
        for (String name : attrs.names()) {
            attribute(attrs.find(name).orElseThrow());
        }
    }

    private void attribute(Attr attr) {
        mix(attr.getClass().getSimpleName());
        switch (attr) {
            case Attr.Int value -> mixBits(value.value());
            case Attr.Real value -> mixBits(Double.doubleToLongBits(value.value()));
            case Attr.Bool value -> mix(Boolean.valueOf(value.value()));
            case Attr.Text value -> mix(value.value());
            case Attr.Element value -> mix(value.value());
            case Attr.Sym value -> mix(value.value().surface());
            case Attr.Value value -> expression(value.value());
            case Attr.Items items -> {
                mix(items.values().size());
                items.values().forEach(this::attribute);
            }
            case Attr.Group group -> {
                mix(group.name());
                attributes(group.attrs());
            }
        }
    }

    private void type(Type type) {
        mix(type.getClass().getSimpleName());
        switch (type) {
            case ScalarType scalar -> mix(scalar.dtype());
            case TensorType tensor -> {
                shaped(tensor);
                view(tensor.view());
                memref(tensor.memref());
            }
            case DistributedTensorType window -> {
                shaped(window);
                view(window.view());
                memref(window.memref());
                mix(window.window());
            }
            case TileType tile -> {
                shaped(tile);
                mix(tile.space());
                memref(tile.memref());
                view(tile.view());
            }
            case ArrayType array -> {
                mix(array.dtype());
                expression(array.extent());
            }
            case TupleType tuple -> tuple.elements().forEach(this::type);
            case HandleType handle -> mix(handle.kind());
            case VoidType nothing -> {}
            case UnknownType unknown -> {}
        }
    }

    private void shaped(Shaped shaped) {
        mix(shaped.dtype());
        all(shaped.shape());
    }

    private void view(@Nullable TensorView view) {
        if (view != null) {
            mix("view");
            mix(view.layout());
            all(view.stride());
            all(view.validShape());
            mix(view.pad());
        }
    }

    private void view(@Nullable TileView view) {
        if (view != null) {
            mix("view");
            all(view.validShape());
            all(view.stride());
            all(view.startOffset() == null ? List.of() : List.of(view.startOffset()));
            mix(view.blayout());
            mix(view.slayout());
            mixBits(view.fractal());
            mix(view.pad());
        }
    }

    private void memref(@Nullable MemRef memref) {
        if (memref != null) {
            mix("memref");
            mix(memref.buffer());
            expression(memref.byteOffset());
            mixBits(memref.size());
            mix(memref.slots());
        }
    }

    /// The size too, so that two lists in a row do not run together.
    private void all(List<Expr> expressions) {
        mix(expressions.size());
        expressions.forEach(this::expression);
    }
}
