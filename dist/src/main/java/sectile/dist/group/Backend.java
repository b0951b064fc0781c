package sectile.dist.group;

import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Team;
import sectile.dist.worker.Workers;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Sip;

/// What all groups share.
record Backend(Workers workers, CclConfig config, Registries registries) {
    /// What the devices are part of: it has the queues between them.
    Machine machine() {
        return workers.machine();
    }

    /// The device of a rank of a team.
    Sip device(Team team, int rank) {
        return workers.devices().get(team.sip(rank));
    }
}
