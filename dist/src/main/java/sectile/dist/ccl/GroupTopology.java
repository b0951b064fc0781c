package sectile.dist.ccl;

import sectile.sim.ipcq.Wiring;

/// Says which PE each direction of each participating PE leads to.
@FunctionalInterface
public interface GroupTopology {
    Wiring wire(Team team, Mapper mapper);

    /// How many directions a PE has at most, for an estimate of memory before any queue is made.
    default int directions(Team team) {
        return 8;
    }
}
