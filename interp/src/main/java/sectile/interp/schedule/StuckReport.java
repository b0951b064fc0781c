package sectile.interp.schedule;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.interp.problem.ExecCode;

/// Reports which fiber waits for what when none can continue.
public final class StuckReport {
    private StuckReport() {}

    /// What each fiber waits for; those that only wait for the end of others come last.
    ///
    /// @param fibers those that have not ended
    public static WaitGraph graph(List<? extends Fiber> fibers) {
        var first = new ArrayList<WaitGraph.Node>();
        var last = new ArrayList<WaitGraph.Node>();
        for (Fiber fiber : fibers) {
            WaitGraph.Node node = fiber.waiting();
            if (node != null) {
                boolean late = node.waiting() instanceof Wait.End || node.waiting() instanceof Wait.Aborted;
                (late ? last : first).add(node);
            }
        }
        first.addAll(last);
        return new WaitGraph(first);
    }

    /// The graph as a diagnostic.
    public static Diagnostic of(List<? extends Fiber> fibers) {
        WaitGraph graph = graph(fibers);
        if (graph.nodes().stream().allMatch(node -> node.waiting() instanceof Wait.Aborted)) {
            return graph.diagnostic(
                    ExecCode.DEADLOCK,
                    "the program does not end: what is left of it was aborted",
                    "nothing else waits for it; its results are missing");
        }
        return graph.diagnostic(
                ExecCode.DEADLOCK,
                "the program is stuck: "
                        + (fibers.size() == 1 ? "it waits" : "all that is left of it waits")
                        + " for something that will not happen",
                "every wait needs a notify, a push, a partner or a task that is still going to run");
    }
}
