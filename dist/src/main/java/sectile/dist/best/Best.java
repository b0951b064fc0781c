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
    private final boolean lasting;

    public Best() {
        this(false);
    }

    private Best(boolean lasting) {
        this.lasting = lasting;
    }

    /// The algorithm `best_lasting`: the same without the links that fail during the run. Detours of what was to cross
    /// them are shared with all other messages, which may take longer than to do without them from the beginning.
    public static Best lasting() {
        return new Best(true);
    }

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
        return !lasting;
    }

    @Override
    public boolean isWorthTrying(Team team) {
        return !lasting || team.machine().wires().failLater();
    }

    @Override
    public Kernel kernel() {
        throw new IllegalStateException("a schedule is made for a team");
    }

    @Override
    public Algorithm forTeam(Team team, Mapper mapper, AlgorithmSettings settings) {
        Team used = used(team);
        return new BestForTeam(this, used, new TeamNetwork(used, mapper, settings));
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        return new TeamNetwork(used(team), mapper, settings).wiring();
    }

    private Team used(Team team) {
        return lasting ? new Team(team.name(), team.machine().withLastingLinks(), team.sips()) : team;
    }
}
