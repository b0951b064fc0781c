package sectile.runtime.simulated;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.interp.Entries;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.Walk;
import sectile.ir.expr.Expr;
import sectile.ir.expr.FunctionCall;
import sectile.ir.expr.OpCall;
import sectile.ir.expr.Semantics;
import sectile.ir.expr.Submit;
import sectile.ir.expr.TensorType;
import sectile.runtime.problem.RunCode;

/// Whether a program can run on the machine as it is: everything it computes, it computes on tiles, and only kernels
/// do collectives.
final class TileLevel {
    private static final String COMPILE = "leave --no-compile out; `sectile exec` runs it as it is";

    static final DiagnosticCode COMPUTES_ON_TENSORS = RunCode.TENSOR_LEVEL;
    static final DiagnosticCode COLLECTIVE_OF_THE_HOST = RunCode.HOST_COLLECTIVE;

    private final Program program;
    private final Diagnostics problems;
    private final Set<String> seen = new HashSet<>();
    private final Deque<Function> left = new ArrayDeque<>();

    private TileLevel(Program program, Diagnostics problems) {
        this.program = program;
        this.problems = problems;
    }

    /// Reports every op that computes on whole tensors in what the entry function reaches, and every collective outside
    /// of kernels.
    static void check(Program program, String entry, Diagnostics problems) {
        var check = new TileLevel(program, problems);
        check.left.add(entry.isEmpty() ? Entries.choose(program) : Entries.find(program, entry));
        while (!check.left.isEmpty()) {
            Function function = check.left.remove();
            if (check.seen.add(function.name())) {
                Walk.eachExpression(function.body(), expr -> check.look(expr, function));
            }
        }
    }

    private void look(Expr expr, Function function) {
        if (expr instanceof FunctionCall call) {
            left.add(program.function(call.callee()));
        } else if (expr instanceof Submit submit) {
            left.add(program.function(submit.callee()));
        } else if (expr instanceof OpCall call && call.op().computes() && call.type() instanceof TensorType) {
            problems.error(
                    COMPUTES_ON_TENSORS,
                    call.span(),
                    "`" + call.op().surface() + "` computes on a whole tensor, which the machine cannot run as it is",
                    COMPILE);
        } else if (expr instanceof OpCall call
                && call.op().semantics() instanceof Semantics.Collective
                && function.isHost()) {
            problems.error(
                    COLLECTIVE_OF_THE_HOST,
                    call.span(),
                    "`" + call.op().surface() + "` is a collective of the host, which the machine cannot run as it is",
                    COMPILE);
        }
    }
}
