package sectile.sim.kernel;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.observe.WaitGraph;
import sectile.sim.problem.MachineCode;

/// Kernels still wait and nothing is left that could wake them.
public final class DeadlockException extends DiagnosticException {
    private static final long serialVersionUID = 1L;

    private final transient WaitGraph graph;
    private final long timePs;

    /// @param timePs simulated time; -1 in a run without
    public DeadlockException(WaitGraph graph, long timePs) {
        super(List.of(diagnostic(graph, timePs)));
        this.graph = graph;
        this.timePs = timePs;
    }

    private static Diagnostic diagnostic(WaitGraph graph, long timePs) {
        int waiting = graph.nodes().size();
        return graph.diagnostic(
                MachineCode.DEADLOCK,
                "deadlock" + (timePs < 0 ? "" : " at " + timePs + " ps") + ": " + waiting
                        + (waiting == 1 ? " PE waits" : " PEs wait") + " and nothing is in flight",
                "every recv needs a send in the opposite direction of its neighbour, and every full ring a recv");
    }

    /// What each kernel waits for, in structural order.
    public WaitGraph graph() {
        return graph;
    }

    public long timePs() {
        return timePs;
    }
}
