package sectile.interp.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.interp.machine.Core;
import sectile.interp.machine.Routine;
import sectile.interp.ops.Scalars;
import sectile.interp.value.Data;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Expr;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Type;
import sectile.ir.symbol.DataType;

/// One function: its body as steps, and how arguments get into its frame.
final class CompiledFunction implements Routine {
    private record DimSource(int slot, int param, int axis) {}

    private final CompiledProgram program;
    private final Function function;
    private @Nullable Slots slots;
    private Step body = frame -> Flow.NEXT;
    private final List<DimSource> dims = new ArrayList<>();
    private @Nullable List<Integer> aliases;

    CompiledFunction(CompiledProgram program, Function function) {
        this.program = program;
        this.function = function;
    }

    @Override
    public Function function() {
        return function;
    }

    private Slots compiled() {
        Slots done = slots;
        if (done != null) {
            return done;
        }
        var fresh = new Slots();
        slots = fresh;
        for (Param param : function.params()) {
            fresh.of(param.variable());
        }
        body = new StatementCompiler(program, fresh).compile(function.body());
        for (int i = 0; i < function.params().size(); i++) {
            if (function.params().get(i).type() instanceof Shaped shaped) {
                List<Expr> shape = shaped.shape();
                for (int axis = 0; axis < shape.size(); axis++) {
                    if (shape.get(axis) instanceof Dim dim) {
                        dims.add(new DimSource(fresh.of(dim), i, axis));
                    }
                }
            }
        }
        return fresh;
    }

    @Override
    public Object[] call(Core core, Object[] args) {
        Slots layout = compiled();
        if (function.attrs().has("external_source")) {
            throw core.error(
                    "EXEC-117",
                    "`" + function.name() + "` is written in another language, which the interpreter does not run",
                    "give it a body that says what it does");
        }
        var frame = new Frame(layout.size(), core);
        for (int i = 0; i < args.length; i++) {
            Param param = function.params().get(i);
            frame.slots[layout.of(param.variable())] = converted(param.type(), args[i]);
        }
        for (DimSource source : dims) {
            if (args[source.param()] instanceof Data data) {
                frame.slots[source.slot()] = data.shape().dim(source.axis());
            }
        }
        body.run(frame);
        Object[] results = frame.returned;
        if (results.length != function.results().size()) {
            throw core.error(
                    "EXEC-116",
                    "`" + function.name() + "` ended with " + results.length + " results instead of "
                            + function.results().size(),
                    "every way through the function must return them");
        }
        for (int i = 0; i < results.length; i++) {
            results[i] = converted(function.results().get(i), results[i]);
        }
        return results;
    }

    private static Object converted(Type type, Object value) {
        boolean number = type instanceof ScalarType scalar && scalar.dtype() != DataType.TASK_ID;
        return number && (value instanceof Long || value instanceof Double || value instanceof Boolean)
                ? Scalars.as(((ScalarType) type).dtype(), value)
                : value;
    }

    @Override
    public List<Integer> aliases() {
        List<Integer> known = aliases;
        if (known == null) {
            aliases = function.results().stream().map(r -> -1).toList();
            known = new Aliases(program, function).ofResults();
            aliases = known;
        }
        return known;
    }

    @Override
    public boolean knowsLanes() {
        return knowsLanes(new HashSet<>());
    }

    private boolean knowsLanes(Set<String> seen) {
        if (!seen.add(function.name())) {
            return false;
        }
        Slots layout = compiled();
        return layout.knowsLanes
                || layout.callees.stream().anyMatch(c -> program.function(c).knowsLanes(seen));
    }
}
