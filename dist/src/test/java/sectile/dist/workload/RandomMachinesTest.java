package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.SourceFile;
import sectile.base.quantity.Quantity;
import sectile.dist.algorithm.Registries;
import sectile.dist.best.OwnSchedule;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// On random machines every algorithm gives right values and none is above 100 % of the bound; in every collective
/// `best` is never slower than the best of the others. Its own schedules are right even where another is faster.
///
/// `./sectile test dist -Dtest=RandomMachinesTest -Dsectile.machines=500` runs as many. One alone: `-Dsectile.seed=N`.
class RandomMachinesTest {
    private static final long LARGE = 16L << 20;
    private static final List<Collective> COLLECTIVES = List.of(
            Collective.ALL_REDUCE,
            Collective.ALL_GATHER,
            Collective.REDUCE_SCATTER,
            Collective.BROADCAST,
            Collective.REDUCE,
            Collective.ALL_TO_ALL);

    private record Ran(String algorithm, long ps, double efficiency, long wrong) {}

    @Test
    void noAlgorithmBeatsTheBoundAndNoneBeatsBest() {
        long only = Long.getLong("sectile.seed", -1);
        long to = only >= 0 ? only + 1 : Long.getLong("sectile.machines", 8);
        List<String> problems = new ArrayList<>();
        for (long seed = Math.max(0, only); seed < to; seed++) {
            Topology machine = RandomMachines.machine(seed);
            String where = "-Dsectile.seed=" + seed + ": " + machine.sips() + " ranks, "
                    + machine.sipGrid().topology().text() + ", " + machine.join();
            check(seed, machine).forEach(problem -> problems.add(where + ": " + problem));
        }
        assertThat(problems).isEmpty();
    }

    private static List<String> check(long seed, Topology machine) {
        SplittableRandom random = new SplittableRandom(seed + 1_000_000);
        List<String> problems = new ArrayList<>();
        for (Collective collective : COLLECTIVES) {
            long few = (long) machine.sips() * (1 + random.nextInt(700));
            List<Ran> small = runAll(machine, collective, few, true);
            RandomTrees trees = new RandomTrees(collective, random.nextInt(), machine.sips());
            small.add(runMine(machine, collective, few, "all_pairs", 64, trees));
            if (collective != Collective.ALL_TO_ALL) {
                small.add(runMine(machine, collective, few, "none", 16, new OwnSchedule()));
                long more = machine.sips() * (4000L + random.nextInt(2000));
                Ran middling = runMine(machine, collective, more, "none", 16, new OwnSchedule());
                problems.addAll(judge(collective, more, List.of(middling)));
            }
            problems.addAll(judge(collective, few, small));
            if (collective != Collective.ALL_TO_ALL) {
                long many = LARGE / machine.sips() * machine.sips() / (collective == Collective.ALL_GATHER ? 4 : 1);
                List<Ran> all = runAll(machine, collective, many, false);
                problems.addAll(judge(collective, many, all));
                problems.addAll(slower(collective, all));
            }
        }
        return problems;
    }

    /// Runs an algorithm that is not built in, with values.
    private static Ran runMine(
            Topology machine, Collective collective, long elements, String queues, int slots, Algorithm mine) {
        CclConfig config = CclConfig.load(new SourceFile(
                        "mine.yaml",
                        "algorithms:\n  mine: { kernel: mine, topology: " + queues + ", buffer_kind: hbm, n_slots: "
                                + slots + ", slot_size: " + (queues.equals("none") ? "auto" : "65536") + " }\n"))
                .with(Collective.ALL_REDUCE, "ring")
                .with(collective, "mine");
        Registries registries = Registries.builtin().with("mine", mine);
        return run(machine, collective, elements, true, config, mine.getClass().getSimpleName(), registries);
    }

    /// All algorithms that do a collective on one PE of each rank.
    private static List<Ran> runAll(Topology machine, Collective collective, long elements, boolean data) {
        List<Ran> all = new ArrayList<>();
        Registries registries = Registries.builtin();
        for (AlgorithmSettings settings : CclConfig.builtin().algorithms().values()) {
            boolean does = registries
                    .algorithms()
                    .find(settings.kernel(), settings.span())
                    .collectives()
                    .contains(collective);
            if (does && settings.mapper().equals("leader_only") && !isSecondBest(settings, machine)) {
                try {
                    CclConfig config = CclConfig.builtin()
                            .with(Collective.ALL_REDUCE, "ring")
                            .with(collective, settings.name());
                    all.add(run(machine, collective, elements, data, config, settings.name(), Registries.builtin()));
                } catch (DiagnosticException e) {
                    // A number of ranks that an algorithm is not made for.
                    assertThat(e.getMessage()).containsAnyOf("rectangle", "power of two", "square");
                }
            }
        }
        return all;
    }

    /// Without a link that fails during the run it is what is run as [OwnSchedule].
    private static boolean isSecondBest(AlgorithmSettings settings, Topology machine) {
        return settings.name().equals("best_lasting") && !machine.wires().failLater();
    }

    private static Ran run(
            Topology machine,
            Collective collective,
            long elements,
            boolean data,
            CclConfig config,
            String name,
            Registries registries) {
        try (Machine opened = Machine.open(machine, MachineOptions.standard().withData(data))) {
            WorkloadResult result = new CollectiveWorkload(
                            collective, elements, DType.F32, ReduceOp.SUM, config, registries)
                    .run(opened, 1);
            double efficiency =
                    result.figure("efficiency").orElseThrow() instanceof Quantity.Ratio(double ratio) ? ratio : 9;
            return new Ran(name, result.main().latencyPs(), efficiency, data ? result.wrong() : 0);
        }
    }

    private static List<String> judge(Collective collective, long elements, List<Ran> all) {
        return all.stream()
                .filter(ran -> ran.wrong > 0 || ran.efficiency > 1 || ran.efficiency <= 0)
                .map(ran -> collective.text() + " of " + elements + ": " + ran)
                .toList();
    }

    private static List<String> slower(Collective collective, List<Ran> all) {
        long least = all.stream().mapToLong(Ran::ps).min().orElseThrow();
        return all.stream()
                .filter(ran -> ran.algorithm.equals("best") && ran.ps > least * 1.01)
                .map(ran -> collective.text() + ": " + ran + " of " + all)
                .toList();
    }
}
