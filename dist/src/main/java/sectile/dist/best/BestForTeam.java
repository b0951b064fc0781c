package sectile.dist.best;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.dist.best.RankCosts.Combining;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclErrors;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// The schedules of one team, each made when it is first asked for.
final class BestForTeam implements Algorithm {
    private final Best best;
    private final Team team;
    private final TeamNetwork network;
    private final Map<Demand, Shares> divided = new HashMap<>();
    private final Map<Task, Kernel> kernels = new HashMap<>();

    private record Demand(Flow flow, List<Integer> roots) {}

    BestForTeam(Best best, Team team, TeamNetwork network) {
        this.best = best;
        this.team = team;
        this.network = network;
    }

    @Override
    public Set<Collective> collectives() {
        return best.collectives();
    }

    @Override
    public boolean isTriedAgainstOthers() {
        return best.isTriedAgainstOthers();
    }

    @Override
    public Kernel kernel() {
        return best.kernel();
    }

    @Override
    public Wiring wiring(Team of, Mapper mapper, AlgorithmSettings settings) {
        return network.wiring();
    }

    @Override
    public Kernel kernel(Task task) {
        return kernels.computeIfAbsent(task, t -> new ScheduleKernel(schedule(t)));
    }

    /// The fastest of some schedules: of trees that share the links best, as they were found and as shallow as can be,
    /// and of the shortest trees.
    Schedule schedule(Task task) {
        Flow flow = Flow.of(task.collective());
        List<Integer> roots = switch (task.collective()) {
            case ALL_GATHER, REDUCE_SCATTER ->
                IntStream.range(0, team.size()).boxed().toList();
            case BROADCAST, REDUCE -> List.of(task.root());
            case ALL_REDUCE, ALL_TO_ALL, BARRIER, SEND_RECV -> List.of(0);
        };
        Demand demand = new Demand(flow, roots);
        Shares shares = divided.computeIfAbsent(
                demand,
                d -> new Packing(network, d.flow, d.roots)
                        .solve()
                        .orElseThrow(() -> CclErrors.notConnected(team.name(), team.size())));
        Plans plans = new Plans(network, task, flow, shares.unitsPerByte(), Combining.of(team.machine(), task.dtype()));
        List<List<Shares.Share>> divisions = new ArrayList<>(List.of(shares.shares()));
        ShallowTrees.of(network, flow, shares).ifPresent(divisions::add);
        plans.search(divisions);
        plans.searchFew(new ShortestTrees(network, flow).of(roots));
        return plans.fastest();
    }
}
