package sectile.compiler.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.compiler.flow.Roots;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Arithmetic;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Attrs;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Var;
import sectile.ir.symbol.Direction;

/// The parts of tensors that dispatches use. Variables are defined in program order, so the part that a variable is
/// follows from one that is already known, however often a tensor was passed on.
final class TaskRegions {
    private final Program program;
    private final Roots roots;
    private final Map<Var, Expr> values = new HashMap<>();
    private final Map<Var, TaskRegion> known = new HashMap<>();

    TaskRegions(Program program, Function function) {
        this.program = program;
        this.roots = Roots.of(function, program::find);
    }

    void define(Var variable, Expr value) {
        values.put(variable, value);
        if (variable.type() instanceof Shaped) {
            of(variable);
        }
    }

    /// What the variable was defined as.
    @Nullable
    Expr value(Var variable) {
        return values.get(variable);
    }

    /// The parts that a dispatch uses, without arguments that it declares to order nothing.
    List<TaskRegion> of(String callee, List<Expr> args, Attrs attrs) {
        Function target = program.find(callee).orElse(null);
        var found = new ArrayList<TaskRegion>();
        if (target != null) {
            Set<Long> free = free(attrs);
            for (int i = 0; i < Math.min(args.size(), target.params().size()); i++) {
                if (args.get(i) instanceof Var variable
                        && variable.type() instanceof Shaped
                        && !free.contains((long) i)) {
                    found.add(of(variable).withDirection(target.params().get(i).direction()));
                }
            }
        }
        return found;
    }

    private static Set<Long> free(Attrs attrs) {
        Set<Long> free = new HashSet<>();
        if (attrs.find("no_dep_args").orElse(null) instanceof Attr.Items items) {
            items.values().forEach(item -> {
                if (item instanceof Attr.Int number) {
                    free.add(number.value());
                }
            });
        }
        return free;
    }

    private TaskRegion of(Var variable) {
        TaskRegion region = known.get(variable);
        if (region == null) {
            region = derived(variable);
            known.put(variable, region);
        }
        return region;
    }

    private TaskRegion derived(Var variable) {
        Var root = roots.of(variable);
        if (variable == root) {
            return TaskRegion.whole(root, true, Direction.IN);
        }
        Expr value = values.get(variable);
        if (value instanceof OpCall call && call.op().viewOf() >= 0) {
            Expr source = call.args().get(call.op().viewOf());
            if (call.op().semantics() == Semantics.View.SLICE
                    && source == root
                    && call.operand("shape") instanceof MakeTuple shape
                    && call.operand("offset") instanceof MakeTuple offset
                    && shape.elements().size() == offset.elements().size()) {
                return new TaskRegion(root, offset.elements(), shape.elements(), false, Direction.IN);
            }
            TaskRegion whole = source instanceof Var from ? of(from) : TaskRegion.whole(root, false, Direction.IN);
            return whole.all() ? TaskRegion.whole(root, false, Direction.IN) : whole;
        }
        Var next = value instanceof Var same ? same : argument(value, root);
        return next == null ? TaskRegion.whole(root, false, Direction.IN) : of(next);
    }

    /// The argument of a call that its result is.
    private @Nullable Var argument(@Nullable Expr value, Var root) {
        List<Expr> args = switch (value) {
            case FunctionCall call -> call.args();
            case TupleGet get
            when get.tuple() instanceof Var tuple ->
                switch (values.get(tuple)) {
                    case FunctionCall call -> call.args();
                    case Submit submit -> submit.args();
                    case null -> List.of();
                    case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _ ->
                        List.of();
                };
            case null -> List.of();
            case Var _, Dim _, Constant _, Arithmetic _, MakeTuple _, TupleGet _, Absent _, OpCall _, Submit _ ->
                List.of();
        };
        List<Var> same = args.stream()
                .filter(a -> a instanceof Var v && roots.of(v) == root)
                .map(a -> (Var) a)
                .toList();
        return same.size() == 1 ? same.getFirst() : null;
    }
}
