package sectile.dist.workload;

import java.util.Set;
import sectile.dist.best.Best;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// The schedule that `best` makes, also where a built-in algorithm is faster and `best` would use that one.
record OwnSchedule(Algorithm best) implements Algorithm {
    OwnSchedule() {
        this(new Best());
    }

    @Override
    public Set<Collective> collectives() {
        return best.collectives();
    }

    @Override
    public Kernel kernel() {
        return best.kernel();
    }

    @Override
    public Kernel kernel(Task task) {
        return best.kernel(task);
    }

    @Override
    public Algorithm forTeam(Team team, Mapper mapper, AlgorithmSettings settings) {
        return new OwnSchedule(best.forTeam(team, mapper, settings));
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        return best.wiring(team, mapper, settings);
    }
}
