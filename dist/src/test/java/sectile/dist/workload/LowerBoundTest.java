package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.diag.SourceFile;
import sectile.base.quantity.Quantity;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.limit.LowerBound;
import sectile.sim.machine.Machine;
import sectile.sim.machine.MachineOptions;
import sectile.sim.topology.SipGrid;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.workload.WorkloadResult;

/// What no algorithm can beat: closed forms, maximum flows, and random algorithms on random machines.
final class LowerBoundTest {
    private static final long BYTES = 1 << 20;
    private static final double PS_PER_BYTE = 10;

    private static Topology machine(String arrangement, int w, int h, String... more) {
        List<String> settings = new ArrayList<>(List.of(
                "system.sips.count=" + w * h,
                "system.sips.topology=" + arrangement,
                "system.links.sip_sip.bandwidth_gbs=100",
                "system.links.sip_sip.latency_ns=0"));
        if (!arrangement.equals("ring_1d")) {
            settings.add("system.sips.shape.w=" + w);
            settings.add("system.sips.shape.h=" + h);
        }
        settings.addAll(List.of(more));
        return Topologies.preset("flat", settings);
    }

    private static Topology star(int ranks) {
        return machine(
                "ring_1d",
                ranks,
                1,
                "system.sips.join=switch",
                "system.links.switch_sip.bandwidth_gbs=100",
                "system.links.switch_sip.latency_ns=0");
    }

    /// The bound in units of the size over the bandwidth of a link.
    private static double bound(Topology machine, Collective collective) {
        return LowerBound.picoseconds(machine, machine.sips(), collective, BYTES) / (BYTES * PS_PER_BYTE);
    }

    @Test
    void closedForms() {
        for (int p : List.of(3, 4, 7, 16, 1024)) {
            Topology ring = machine("ring_1d", p, 1);
            assertThat(bound(ring, Collective.ALL_REDUCE)).isCloseTo((p - 1.0) / p, within(1e-6));
            assertThat(bound(ring, Collective.ALL_GATHER)).isCloseTo((p - 1.0) / p / 2, within(1e-6));
            assertThat(bound(ring, Collective.REDUCE_SCATTER)).isCloseTo((p - 1.0) / p / 2, within(1e-6));
            assertThat(bound(ring, Collective.BROADCAST)).isCloseTo(0.5, within(1e-6));
            // Half of the ranks have a quarter of all pairs for the other half.
            int half = p / 2;
            assertThat(bound(ring, Collective.ALL_TO_ALL)).isCloseTo(half * (p - half) / (2.0 * p), within(1e-6));
            Topology star = star(p);
            assertThat(bound(star, Collective.ALL_REDUCE)).isCloseTo(2 * (p - 1.0) / p, within(1e-6));
            assertThat(bound(star, Collective.ALL_TO_ALL)).isCloseTo((p - 1.0) / p, within(1e-6));
            assertThat(bound(star, Collective.BROADCAST)).isCloseTo(1, within(1e-6));
            Topology line = machine("mesh_2d_no_wrap", p, 1);
            assertThat(bound(line, Collective.ALL_REDUCE)).isCloseTo(1, within(1e-6));
            assertThat(bound(line, Collective.ALL_GATHER)).isCloseTo((p - 1.0) / p, within(1e-6));
            assertThat(bound(line, Collective.SEND_RECV)).isCloseTo(1, within(1e-6));
        }
        Topology torus = machine("torus_2d", 8, 4);
        assertThat(bound(torus, Collective.ALL_REDUCE)).isCloseTo(2 * 31.0 / 32 / 4, within(1e-6));
        assertThat(bound(torus, Collective.ALL_GATHER)).isCloseTo(31.0 / 32 / 4, within(1e-6));
        assertThat(bound(torus, Collective.ALL_TO_ALL)).isCloseTo(16.0 * 16 / 32 / 8, within(1e-6));
        assertThat(bound(torus, Collective.BARRIER)).isZero();
    }

    @Test
    void halfDuplexLinksCarryBothWaysInTurn() {
        Topology line = machine("mesh_2d_no_wrap", 3, 1, "system.links.sip_sip.duplex=half");
        assertThat(bound(line, Collective.ALL_REDUCE)).isCloseTo(2, within(1e-6));
        assertThat(bound(line, Collective.BROADCAST)).isCloseTo(1, within(1e-6));
        assertThat(bound(line, Collective.ALL_GATHER)).isCloseTo(1, within(1e-6));
    }

    /// Every part of an array crosses all links of a spanning tree, and all links together have one such tree per
    /// P − 1 of them.
    @Test
    void halfDuplexLinksAreSharedByAllTrees() {
        for (int p : List.of(3, 4, 7, 16)) {
            Topology ring = machine("ring_1d", p, 1, "system.links.sip_sip.duplex=half");
            for (Collective collective : List.of(
                    Collective.ALL_GATHER, Collective.REDUCE_SCATTER, Collective.BROADCAST, Collective.REDUCE)) {
                assertThat(bound(ring, collective)).as(collective.text()).isCloseTo((p - 1.0) / p, within(1e-6));
            }
            assertThat(bound(ring, Collective.ALL_REDUCE)).isCloseTo(2 * (p - 1.0) / p, within(1e-6));
        }
        Topology mesh = machine("mesh_2d_no_wrap", 4, 3, "system.links.sip_sip.duplex=half");
        assertThat(bound(mesh, Collective.ALL_GATHER)).isCloseTo(11 / 17.0, within(1e-6));
        assertThat(bound(mesh, Collective.BROADCAST)).isCloseTo(11 / 17.0, within(1e-6));
    }

    @Test
    void latencyIsThatOfTheFarthestPair() {
        Topology mesh = machine("mesh_2d_no_wrap", 4, 3, "system.links.sip_sip.latency_ns=7");
        assertThat(LowerBound.picoseconds(mesh, 12, Collective.BARRIER, 0)).isEqualTo(5 * 7000);
        assertThat(LowerBound.picoseconds(mesh, 5, Collective.SEND_RECV, 0)).isEqualTo(7000);
        assertThat(LowerBound.picoseconds(
                        machine("torus_2d", 4, 3, "system.links.sip_sip.latency_ns=7"), 12, Collective.BARRIER, 0))
                .isEqualTo(3 * 7000);
        assertThat(LowerBound.picoseconds(mesh, 1, Collective.BARRIER, 0)).isZero();
    }

    static Stream<Topology> small() {
        List<Topology> all = new ArrayList<>();
        for (int w = 2; w <= 4; w++) {
            all.add(machine("ring_1d", w + 1, 1));
            for (int h = 1; h <= 3; h++) {
                all.add(machine("torus_2d", w, h));
                all.add(machine("mesh_2d_no_wrap", w, h));
            }
        }
        return all.stream();
    }

    /// What every rank needs from all others together, and what the root has for each, by maximum flows.
    @ParameterizedTest
    @MethodSource("small")
    void theNarrowestCutIsAmongThoseLookedAt(Topology machine) {
        SipGrid grid = machine.sipGrid();
        int ranks = machine.sips();
        double broadcast = 0;
        double gather = 0;
        for (int sink = 0; sink < ranks; sink++) {
            if (sink > 0) {
                broadcast = Math.max(broadcast, 1 / graph(grid, 1).between(0, sink));
            }
            gather = Math.max(gather, gathering(grid, sink));
        }
        assertThat(bound(machine, Collective.BROADCAST)).isCloseTo(broadcast, within(1e-6));
        assertThat(bound(machine, Collective.REDUCE)).isCloseTo(broadcast, within(1e-6));
        assertThat(bound(machine, Collective.SEND_RECV))
                .isCloseTo(1 / graph(grid, 1).between(0, ranks - 1), within(1e-6));
        assertThat(bound(machine, Collective.ALL_GATHER)).isCloseTo(gather, within(1e-6));
        assertThat(bound(machine, Collective.REDUCE_SCATTER)).isCloseTo(gather, within(1e-6));
    }

    private static MaximumFlow graph(SipGrid grid, double time) {
        MaximumFlow flow = new MaximumFlow(grid.count() + 1);
        grid.channels().forEach(channel -> flow.add(channel.from(), channel.to(), time));
        return flow;
    }

    /// The least time in which every rank can send its share to one of them, by halving.
    private static double gathering(SipGrid grid, int sink) {
        double share = 1.0 / grid.count();
        double low = 0;
        double high = grid.count();
        for (int i = 0; i < 50; i++) {
            double time = (low + high) / 2;
            MaximumFlow flow = graph(grid, time);
            for (int rank = 0; rank < grid.count(); rank++) {
                flow.add(grid.count(), rank, rank == sink ? 0 : share);
            }
            boolean enough = flow.between(grid.count(), sink) >= share * (grid.count() - 1) - 1e-8;
            low = enough ? low : time;
            high = enough ? time : high;
        }
        return high;
    }

    /// The machine on which an algorithm that spreads both ways was once said to be 132 % efficient.
    @Test
    void spreadingBothWaysOnALineOfThree() {
        Topology line = machine("mesh_2d_no_wrap", 3, 1);
        for (int seed = 0; seed < 20; seed++) {
            assertThat(efficiency(line, new RandomTrees(Collective.ALL_REDUCE, seed, 3), 3 << 12))
                    .isBetween(0.0, 1.0);
        }
    }

    @Test
    void noRandomAlgorithmBeatsIt() {
        SplittableRandom random = new SplittableRandom(20);
        double best = 0;
        for (int i = 0; i < 150; i++) {
            Topology machine = random(random);
            Collective collective = Collective.values()[random.nextInt(Collective.values().length)];
            if (collective == Collective.BARRIER || collective == Collective.SEND_RECV) {
                collective = Collective.ALL_REDUCE;
            }
            RandomTrees algorithm = new RandomTrees(collective, random.nextInt(), machine.sips());
            int elements = machine.sips() * (1 + random.nextInt(2000));
            double efficiency = efficiency(machine, algorithm, elements);
            assertThat(efficiency)
                    .as(collective + " of " + elements + " on " + machine.sipGrid() + " " + machine.join())
                    .isBetween(0.0, 1.0);
            best = Math.max(best, efficiency);
        }
        assertThat(best).as("some are good").isGreaterThan(0.5);
    }

    private static Topology random(SplittableRandom random) {
        String[] links = {
            "system.links.sip_sip.bandwidth_gbs=" + (1 + random.nextInt(200)),
            "system.links.sip_sip.latency_ns=" + random.nextInt(300),
            "system.links.switch_sip.bandwidth_gbs=" + (1 + random.nextInt(200)),
            "system.links.switch_sip.latency_ns=" + random.nextInt(300),
            "system.links.sip_sip.duplex=" + (random.nextInt(4) == 0 ? "half" : "full"),
            "system.sips.join=" + (random.nextInt(4) == 0 ? "switch" : "direct")
        };
        return switch (random.nextInt(3)) {
            case 0 -> machine("ring_1d", 2 + random.nextInt(6), 1, links);
            case 1 -> machine("torus_2d", 2 + random.nextInt(3), 1 + random.nextInt(3), links);
            default -> machine("mesh_2d_no_wrap", 2 + random.nextInt(3), 1 + random.nextInt(3), links);
        };
    }

    /// Right, and how good.
    private static double efficiency(Topology machine, RandomTrees algorithm, int elements) {
        Collective collective = algorithm.collectives().iterator().next();
        CclConfig config = CclConfig.load(new SourceFile(
                        "mine.yaml",
                        "algorithms:\n  mine: { kernel: mine, topology: all_pairs, buffer_kind: hbm, n_slots: 64,"
                                + " slot_size: 65536 }\n"))
                .with(collective, "mine");
        if (collective != Collective.ALL_REDUCE) {
            config = config.with(Collective.ALL_REDUCE, "ring");
        }
        Registries registries = Registries.builtin().with("mine", algorithm);
        try (Machine opened = Machine.open(machine, MachineOptions.standard())) {
            WorkloadResult result = new CollectiveWorkload(
                            collective, elements, DType.F32, ReduceOp.SUM, config, registries)
                    .run(opened, 1);
            assertThat(result.wrong()).isZero();
            return result.figure("efficiency").orElseThrow() instanceof Quantity.Ratio(double ratio)
                    ? ratio
                    : Double.NaN;
        }
    }
}
