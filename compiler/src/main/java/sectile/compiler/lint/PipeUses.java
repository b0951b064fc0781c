package sectile.compiler.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.compiler.problem.CompilerCode;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Attr;
import sectile.ir.expr.ConstInt;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.stmt.For;
import sectile.ir.stmt.If;
import sectile.ir.stmt.Seq;
import sectile.ir.stmt.Stmt;
import sectile.ir.stmt.While;
import sectile.ir.symbol.FunctionKind;

/// Pipes between the cores of a group into which more or fewer tiles are pushed than popped, where both numbers are
/// known: every vector core pops what the matrix core pushes, and the other way round.
final class PipeUses {
    private final Program program;
    private final Diagnostics problems;

    /// One direction of a pipe.
    private record Key(long id, Semantics.Flow flow) {
        @Override
        public String toString() {
            return "pipe " + id + (flow == Semantics.Flow.TO_VECTOR ? " to the vector cores" : " to the matrix core");
        }
    }

    /// How often something happens.
    ///
    /// @param times empty if the text does not say
    private record Count(OptionalLong times, Span first) {}

    PipeUses(Program program, Diagnostics problems) {
        this.program = program;
        this.problems = problems;
    }

    /// @param group a function whose matrix and vector cores run side by side
    void check(Function group) {
        if (group.kind() != FunctionKind.GROUP) {
            return;
        }
        Function matrix = only(group, FunctionKind.AIC);
        Function vector = only(group, FunctionKind.AIV);
        if (matrix == null || vector == null) {
            return;
        }
        for (Semantics.Flow flow : Semantics.Flow.values()) {
            Function sender = flow == Semantics.Flow.TO_VECTOR ? matrix : vector;
            Function receiver = flow == Semantics.Flow.TO_VECTOR ? vector : matrix;
            compare(uses(sender, new Semantics.Push(flow), flow), uses(receiver, new Semantics.Pop(flow), flow));
        }
    }

    /// The one function of a kind that a function calls, once; null if there are others.
    private @Nullable Function only(Function group, FunctionKind kind) {
        var found = new ArrayList<Function>();
        boolean[] nested = {false};
        for (Stmt step : Seq.steps(group.body())) {
            Walk.eachExpression(step, expr -> {
                if (expr instanceof FunctionCall call) {
                    program.find(call.callee())
                            .filter(callee -> callee.kind() == kind)
                            .ifPresent(callee -> {
                                nested[0] |= !Walk.children(step).isEmpty();
                                found.add(callee);
                            });
                }
            });
        }
        return found.size() == 1 && !nested[0] ? found.getFirst() : null;
    }

    private static Map<Key, Count> uses(Function function, Semantics what, Semantics.Flow flow) {
        var all = new LinkedHashMap<Key, Count>();
        Walk.eachExpression(function.body(), expr -> {
            if (expr instanceof OpCall call && call.op().semantics().equals(what)) {
                all.computeIfAbsent(
                        new Key(id(call), flow),
                        key -> new Count(
                                times(function.body(), what, key.id()),
                                call.origin().span()));
            }
        });
        return all;
    }

    private static long id(OpCall call) {
        return call.attr("id").orElse(null) instanceof Attr.Int number ? number.value() : 0;
    }

    private static OptionalLong times(Stmt statement, Semantics what, long id) {
        long[] own = {0};
        for (Expr root : Walk.expressions(statement)) {
            Walk.each(root, expr -> {
                if (expr instanceof OpCall call && call.op().semantics().equals(what) && id(call) == id) {
                    own[0]++;
                }
            });
        }
        long sum = own[0];
        OptionalLong first = OptionalLong.empty();
        boolean same = true;
        for (Stmt child : Walk.children(statement)) {
            OptionalLong inside = times(child, what, id);
            if (inside.isEmpty()) {
                return inside;
            }
            same &= first.isEmpty() || first.equals(inside);
            first = first.isEmpty() ? inside : first;
            sum += inside.getAsLong();
        }
        if (sum == own[0]) {
            return OptionalLong.of(sum);
        }
        if (statement instanceof If branch) {
            return same && branch.hasElse() ? first : OptionalLong.empty();
        }
        if (statement instanceof While) {
            return OptionalLong.empty();
        }
        return statement instanceof For loop ? repeated(loop, sum) : OptionalLong.of(sum);
    }

    private static OptionalLong repeated(For loop, long times) {
        if (loop.start() instanceof ConstInt start
                && loop.stop() instanceof ConstInt stop
                && loop.step() instanceof ConstInt step
                && step.value() > 0) {
            long rounds = Math.max(0, Math.ceilDiv(stop.value() - start.value(), step.value()));
            return OptionalLong.of(Math.multiplyExact(rounds, times));
        }
        return OptionalLong.empty();
    }

    private void compare(Map<Key, Count> pushes, Map<Key, Count> pops) {
        pops.forEach((key, popped) -> {
            Count pushed = pushes.get(key);
            if (pushed == null) {
                if (popped.times().orElse(0) > 0) {
                    problems.add(Diagnostic.warning(
                                    CompilerCode.UNBALANCED_PIPE,
                                    popped.first(),
                                    "this pop never ends: nothing is pushed into " + key)
                            .hint("push as many tiles as are popped"));
                }
            } else if (popped.times().isPresent()
                    && pushed.times().isPresent()
                    && !popped.times().equals(pushed.times())) {
                long more = popped.times().getAsLong();
                long there = pushed.times().getAsLong();
                problems.add(Diagnostic.warning(
                                CompilerCode.UNBALANCED_PIPE,
                                more > there ? popped.first() : pushed.first(),
                                tiles(there) + " pushed into " + key + ", " + more + " popped: "
                                        + (more > there ? "the last pop never ends" : "the rest is left in it"))
                        .note(more > there ? pushed.first() : popped.first(), "the other end is here")
                        .hint("push as many tiles as are popped"));
            }
        });
        pushes.forEach((key, pushed) -> {
            if (!pops.containsKey(key) && pushed.times().orElse(0) > 0) {
                problems.add(Diagnostic.warning(
                                CompilerCode.UNBALANCED_PIPE,
                                pushed.first(),
                                tiles(pushed.times().getAsLong()) + " pushed into " + key
                                        + ", none popped: the rest is left in it")
                        .hint("push as many tiles as are popped"));
            }
        });
    }

    private static String tiles(long count) {
        return count == 1 ? "1 tile is" : count + " tiles are";
    }
}
