package sectile.sim.workload;

import sectile.sim.machine.Machine;

/// A program with its inputs and its check.
public interface Workload {
    /// The name on the command line.
    String name();

    /// Runs on a fresh machine.
    ///
    /// @param seed of every random choice
    WorkloadResult run(Machine machine, long seed);
}
