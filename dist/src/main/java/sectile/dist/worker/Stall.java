package sectile.dist.worker;

import java.util.List;
import java.util.Map;
import sectile.sim.machine.Pending;

/// Knows why ranks wait for something that will never happen.
@FunctionalInterface
public interface Stall {
    /// The reasons by rank, of those it knows.
    ///
    /// @param waiting what each waiting rank waits for
    /// @param ended the ranks whose bodies have ended
    Map<Integer, RuntimeException> explain(Map<Integer, Pending> waiting, List<Integer> ended);
}
