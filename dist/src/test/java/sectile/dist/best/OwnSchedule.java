package sectile.dist.best;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Task;
import sectile.dist.ccl.Team;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;

/// The schedule that `best` makes, also where a built-in algorithm is faster and `best` would use that one.
///
/// @param planned how long the schedules were to take that were asked for, in fabric units
public record OwnSchedule(Algorithm best, List<Double> planned) implements Algorithm {
    public OwnSchedule() {
        this(new Best(), new ArrayList<>());
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
        Kernel kernel = best.kernel(task);
        if (kernel instanceof ScheduleKernel scheduled) {
            planned.add(scheduled.schedule().units());
        }
        return kernel;
    }

    @Override
    public Algorithm forTeam(Team team, Mapper mapper, AlgorithmSettings settings) {
        return new OwnSchedule(best.forTeam(team, mapper, settings), planned);
    }

    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        return best.wiring(team, mapper, settings);
    }
}
