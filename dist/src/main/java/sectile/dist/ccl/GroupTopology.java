package sectile.dist.ccl;

import sectile.sim.ipcq.Wiring;

/// Says which PE each direction of each participating PE leads to.
@FunctionalInterface
public interface GroupTopology {
    Wiring wire(Team team, Mapper mapper);
}
