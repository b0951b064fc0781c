package sectile.dist.best;

import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// The algorithm `best`: a schedule made for the links between the ranks, whatever they are.
public final class Best implements Algorithm {
    @Override
    public Set<Collective> collectives() {
        return Set.of(
                Collective.ALL_REDUCE,
                Collective.ALL_GATHER,
                Collective.REDUCE_SCATTER,
                Collective.BROADCAST,
                Collective.REDUCE);
    }

    @Override
    public boolean isTriedAgainstOthers() {
        return true;
    }

    @Override
    public Kernel kernel() {
        throw new IllegalStateException("a schedule is made for a team");
    }

    @Override
    public Algorithm forTeam(Team team, Mapper mapper, AlgorithmSettings settings) {
        return new BestForTeam(this, team, new TeamNetwork(team, mapper, settings));
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        return new TeamNetwork(team, mapper, settings).wiring();
    }
}
