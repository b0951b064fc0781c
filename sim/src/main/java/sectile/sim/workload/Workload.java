package sectile.sim.workload;

import java.util.List;
import sectile.base.diag.SourceFile;
import sectile.sim.machine.Machine;

/// A program with its inputs and its check.
public interface Workload {
    /// The name on the command line.
    String name();

    /// The texts its kernels were read from; a line of one is `NAME:LINE` in an op.
    default List<SourceFile> sources() {
        return List.of();
    }

    /// Runs on a fresh machine.
    ///
    /// @param seed of every random choice
    WorkloadResult run(Machine machine, long seed);
}
