package sectile.dist.group;

import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.worker.Workers;
import sectile.sim.machine.Machine;

/// What all groups share.
record Backend(Machine machine, Workers workers, CclConfig config, Registries registries) {}
