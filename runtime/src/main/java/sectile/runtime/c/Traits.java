package sectile.runtime.c;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.symbol.AtomicType;

/// What of a body decides how its blocks run.
final class Traits {
    private final Program program;
    private final Map<String, Boolean> blocking = new HashMap<>();
    private final Map<String, Boolean> ordered = new HashMap<>();
    private final Map<String, Boolean> local = new HashMap<>();

    Traits(Program program) {
        this.program = program;
    }

    /// Whether a block may have to wait for another one: such blocks need a thread each.
    boolean isBlocking(String function) {
        Boolean known = blocking.get(function);
        if (known == null) {
            blocking.put(function, false);
            known = isBlocking(program.function(function).body());
            blocking.put(function, known);
        }
        return known;
    }

    boolean isBlocking(Stmt body) {
        var found = new AtomicBoolean();
        Walk.each(body, statement -> {
            // A loop of unknown length may poll memory that another block writes.
            if (statement instanceof While) {
                found.set(true);
            }
        });
        Walk.eachExpression(body, expr -> {
            if ((expr instanceof OpCall call && call.op().mayBlock())
                    || callee(expr).filter(this::isBlocking).isPresent()) {
                found.set(true);
            }
        });
        return found.get();
    }

    /// Whether blocks add to the same memory: they run in order then, so that results do not depend on speed.
    boolean isOrdered(String function) {
        Boolean known = ordered.get(function);
        if (known == null) {
            ordered.put(function, false);
            known = isOrdered(program.function(function).body());
            ordered.put(function, known);
        }
        return known;
    }

    boolean isOrdered(Stmt body) {
        var found = new AtomicBoolean();
        Walk.eachExpression(body, expr -> {
            boolean adds = expr instanceof OpCall call
                    && call.attrs().asMap().values().stream().anyMatch(new Attr.Sym(AtomicType.ADD)::equals);
            if (adds || callee(expr).filter(this::isOrdered).isPresent()) {
                found.set(true);
            }
        });
        return found.get();
    }

    /// Whether a function uses the memory of its arguments and nothing else, and waits for nothing: then a call of it
    /// is ordered by that memory alone.
    boolean isLocal(String function) {
        Boolean known = local.get(function);
        if (known == null) {
            local.put(function, false);
            known = !isBlocking(function) && isLocal(program.function(function).body());
            local.put(function, known);
        }
        return known;
    }

    private boolean isLocal(Stmt body) {
        var found = new AtomicBoolean();
        Walk.eachExpression(body, expr -> {
            if ((expr instanceof OpCall call && reachesOut(call.op().semantics()))
                    || expr instanceof Submit
                    || callee(expr).filter(name -> !isLocal(name)).isPresent()) {
                found.set(true);
            }
        });
        return !found.get();
    }

    /// Whether an op has to do with other cores, tasks or ranks.
    private static boolean reachesOut(Semantics semantics) {
        return switch (semantics) {
            case Semantics.Remote remote -> true;
            case Semantics.Collective collective -> true;
            case Semantics.Synchronise synchronise -> true;
            case Semantics.Pipe pipe -> true;
            case Semantics.Lanes lanes -> true;
            case Semantics.Host host -> !(host instanceof Semantics.Scalars) && !(host instanceof Semantics.Reserve);
            case Semantics.Query query ->
                switch (query) {
                    case BLOCK_INDEX, BLOCK_COUNT, LANE_INDEX, CORE_GROUPS, VECTOR_CORES, EXTENT, WORLD_SIZE -> false;
                    case COMM_CONTEXT, RANK, RANK_COUNT -> true;
                };
            case Semantics.Elementwise e -> false;
            case Semantics.Reduce r -> false;
            case Semantics.Contract c -> false;
            case Semantics.View v -> false;
            case Semantics.Move m -> false;
            case Semantics.Rearrange r -> false;
            case Semantics.Create c -> false;
            case Semantics.Index i -> false;
        };
    }

    private static Optional<String> callee(Expr expr) {
        return expr instanceof FunctionCall call
                ? Optional.of(call.callee())
                : expr instanceof Submit submit ? Optional.of(submit.callee()) : Optional.empty();
    }
}
