package sectile.interp.code;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.interp.machine.Core;
import sectile.interp.machine.Routine;
import sectile.interp.ops.Scalars;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.Absent;
import sectile.ir.expr.Binary;
import sectile.ir.expr.Call;
import sectile.ir.expr.Cast;
import sectile.ir.expr.Constant;
import sectile.ir.expr.Dim;
import sectile.ir.expr.Dims;
import sectile.ir.expr.Expr;
import sectile.ir.expr.MakeTuple;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.Shaped;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TupleGet;
import sectile.ir.expr.Type;
import sectile.ir.expr.Unary;
import sectile.ir.expr.Var;
import sectile.ir.symbol.DataType;

/// One function: its body as steps, and how arguments get into its frame.
final class CompiledFunction implements Routine {
    private record DimSource(String name, int slot, int param, int axis, Expr extent) {}

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
                    Optional<Dim> dim = dimension(shape.get(axis));
                    if (dim.isPresent()) {
                        dims.add(new DimSource(dim.get().name(), fresh.of(dim.get()), i, axis, shape.get(axis)));
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
                    ExecCode.EXTERNAL_SOURCE,
                    "`" + function.name() + "` is written in another language, which the interpreter cannot run",
                    "give it a body in the tile language");
        }
        var frame = new Frame(layout.size(), core);
        for (int i = 0; i < args.length; i++) {
            Param param = function.params().get(i);
            frame.slots[layout.of(param.variable())] = converted(param.type(), args[i]);
        }
        if (!dims.isEmpty()) {
            bindDims(core, frame, args);
        }
        body.run(frame);
        Object[] results = frame.returned;
        if (results.length != function.results().size()) {
            throw core.error(
                    ExecCode.NO_RESULT,
                    "`" + function.name() + "` ended with " + results.length + " results instead of "
                            + function.results().size(),
                    "every path through the function must return them");
        }
        for (int i = 0; i < results.length; i++) {
            results[i] = converted(function.results().get(i), results[i]);
        }
        return results;
    }

    /// Dynamic dimensions are as large as the arrays; the first of several parameters decides.
    private void bindDims(Core core, Frame frame, Object[] args) {
        Map<String, Long> known = new HashMap<>();
        for (DimSource source : dims) {
            if (args[source.param()] instanceof Data data) {
                long extent = data.shape().dim(source.axis());
                Dims.solve(source.extent(), extent, known)
                        .ifPresent(solved -> known.put(solved.getKey(), solved.getValue()));
                OptionalLong expected = Dims.evaluate(source.extent(), known);
                boolean composite = !(source.extent() instanceof Dim);
                if (composite && (expected.isEmpty() || expected.getAsLong() != extent)) {
                    throw core.error(
                            ExecCode.COMPOSITE_EXTENT,
                            "`" + function.params().get(source.param()).name() + "` of `" + function.name()
                                    + "` has " + extent + " elements along axis " + source.axis() + ", not "
                                    + source.extent(),
                            "");
                }
                Long value = known.get(source.name());
                if (value != null) {
                    frame.slots[source.slot()] = value;
                }
            }
        }
    }

    /// The dynamic dimension in an extent, such as `M` in `M * 2`.
    private static Optional<Dim> dimension(Expr extent) {
        return switch (extent) {
            case Dim dim -> Optional.of(dim);
            case Binary binary -> dimension(binary.lhs()).or(() -> dimension(binary.rhs()));
            case Var _, Constant _, Unary _, Cast _, MakeTuple _, TupleGet _, Absent _, Call _, Submit _ ->
                Optional.empty();
        };
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
