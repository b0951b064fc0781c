package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Duplex;
import sectile.sim.topology.LinkPlace;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The narrowest cuts of any machine, against all cuts there are, and against known machines.
class NetworkLimitTest {
    private static Topology machine(String... settings) {
        List<String> all = new ArrayList<>(List.of("system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }"));
        all.addAll(List.of(settings));
        return Topologies.preset("flat", all);
    }

    private static double gbs(Topology machine, Collective collective) {
        return NetworkLimit.of(machine, machine.sips()).bottleneck(collective).gbs();
    }

    /// On arrangements without exceptions both ways to find the bound agree.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARRIER")
    void agreesWithTheCutsOfTheArrangements(Collective collective) {
        for (String arrangement : List.of("ring_1d", "torus_2d", "mesh_2d_no_wrap")) {
            for (int sips : List.of(4, 9)) {
                for (String join : List.of("direct", "switch")) {
                    Topology machine = machine(
                            "system.sips={ count: " + sips + ", topology: " + arrangement + ", join: " + join + " }",
                            "system.links.switch_sip={ bandwidth_gbs: 3, latency_ns: 1 }");
                    assertThat(gbs(machine, collective))
                            .as(collective + " on " + arrangement + " of " + sips + " " + join)
                            .isCloseTo(LowerBound.bestGbs(machine, sips, collective), within(0.02));
                }
            }
        }
    }

    /// Two quads with six links of 1 GB/s at each accelerator: seven parts come in by six links.
    @Test
    void eightAcceleratorsInTwoQuads() {
        Topology machine = machine(TwoQuads.settings("1", "2"));
        // Size over time: eight parts in 7/6 rounds.
        assertThat(gbs(machine, Collective.ALL_GATHER)).isCloseTo(8 / (7.0 / 6), within(1e-9));
        assertThat(gbs(machine, Collective.REDUCE_SCATTER)).isCloseTo(8 / (7.0 / 6), within(1e-9));
        assertThat(gbs(machine, Collective.BROADCAST)).isCloseTo(6, within(1e-9));
        // 24 links in 7 − 0: all ranks apart.
        assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(24 / 7.0, within(1e-9));
        Bottleneck gather = NetworkLimit.of(machine, 8).bottleneck(Collective.ALL_GATHER);
        assertThat(gather.groups()).hasSize(1);
        assertThat(gather.groups().getFirst()).hasSize(1);
    }

    /// However many ranks there are, the narrowest cut is found: here two slow links that part 400 ranks 240 to 160.
    @Test
    void findsTheNarrowestCutOfALargeMachine() {
        Topology machine = machine(
                "system.sips.count=400",
                "system.links.different=[{ between: [119, 120], bandwidth_gbs: 0.2 },"
                        + " { between: [359, 360], bandwidth_gbs: 0.1 }]");
        assertThat(gbs(machine, Collective.ALL_GATHER)).isCloseTo(0.3 / 240 * 400, within(1e-9));
        assertThat(gbs(machine, Collective.REDUCE_SCATTER)).isCloseTo(0.3 / 240 * 400, within(1e-9));
    }

    /// Half of a torus of n × n ranks sends a quarter of all bytes to the other half, over 2n links of which one
    /// failed.
    @ParameterizedTest
    @ValueSource(ints = {4, 8, 12, 32})
    void anAllToAllIsLimitedByTheHalvesOfATorus(int side) {
        Topology machine = Topologies.preset(
                "torus",
                List.of(
                        "system.sips.count=" + side * side,
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "system.links.failed=[[2, 3]]"));
        Bottleneck halves = NetworkLimit.of(machine, side * side).bottleneck(Collective.ALL_TO_ALL);
        assertThat(halves.gbs()).isCloseTo((2 * side - 1) / (side * side / 4.0), within(1e-9));
        assertThat(halves.links()).hasSize(2 * side - 1);
    }

    /// A triangle with one half-duplex link: for an all-gather it serves both directions in turn, 1.5 into either end
    /// for two parts of three; for a broadcast it goes one way only.
    @Test
    void turnsOfAHalfDuplexLinkAreDividedAsIsBest() {
        Topology machine = machine(
                "system.sips.count=3", "system.links.different=[{ between: [0, 1], duplex: half, bandwidth_gbs: 1 }]");
        assertThat(gbs(machine, Collective.ALL_GATHER)).isCloseTo(1.5 * 3 / 2, within(1e-6));
        assertThat(gbs(machine, Collective.REDUCE_SCATTER)).isCloseTo(1.5 * 3 / 2, within(1e-6));
        assertThat(gbs(machine, Collective.BROADCAST)).isCloseTo(2, within(1e-6));
        assertThat(gbs(machine, Collective.REDUCE)).isCloseTo(2, within(1e-6));
        assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(1.25, within(1e-6));
    }

    @Test
    void aSlowLinkOfARingIsTheNarrowestCutOrIsLeftOut() {
        Topology machine = machine("system.links.different=[{ between: [2, 3], bandwidth_gbs: 0.25 }]");
        // Into the ranks on one side of the slow link and another: 4 of 8 parts over 1.25.
        Bottleneck broadcast = NetworkLimit.of(machine, 8).bottleneck(Collective.BROADCAST);
        assertThat(broadcast.gbs()).isCloseTo(1.25, within(1e-9));
        assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(7.25 / 7, within(1e-9));
        Topology failed = machine("system.links.failed=[[2, 3]]");
        assertThat(gbs(failed, Collective.ALL_REDUCE)).isCloseTo(1, within(1e-9));
        assertThat(gbs(failed, Collective.ALL_GATHER)).isCloseTo(8 / 7.0, within(1e-9));
        Bottleneck end = NetworkLimit.of(failed, 8).bottleneck(Collective.ALL_GATHER);
        assertThat(end.groups().getFirst()).hasSize(1);
        assertThat(end.describe()).startsWith("the link around SIP ");
        assertThat(end.links()).hasSize(1);
        assertThat(NetworkLimit.of(failed, 8).latencyPs(Collective.ALL_REDUCE)).isEqualTo(70_000);
    }

    /// Where a bound is not known to be exact, it says how far it may be off.
    @Test
    void theDistanceOfABoundIsSaid() {
        Bottleneck exact = new Bottleneck(Collective.ALL_TO_ALL, 8, List.of(Set.of(3)), Set.of(LinkPlace.ioNoc(3, 0)));
        assertThat(exact.describe()).isEqualTo("the link around SIP 3");
        assertThat(exact.reaching(7.99).describe()).isEqualTo("the link around SIP 3");
        assertThat(exact.reaching(6.4).describe())
                .isEqualTo("the link around SIP 3 (at most 25.0 % above what is possible)");
        assertThat(exact.reaching(0).describe())
                .isEqualTo("the link around SIP 3 (it is not known whether this can be reached)");
    }

    @Test
    void unlimitedLinksHaveNoBottleneck() {
        Topology machine = machine("system.links.sip_sip.bandwidth_gbs=inf");
        for (Collective collective : Collective.values()) {
            Bottleneck bottleneck = NetworkLimit.of(machine, 8).bottleneck(collective);
            assertThat(bottleneck.gbs()).as(collective.text()).isInfinite();
            assertThat(bottleneck.describe()).isEqualTo("nothing");
        }
    }

    /// All 2^n cuts, and all ways to make groups, of random graphs.
    @Test
    void noCutIsNarrower() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 60; run++) {
            int sips = 3 + random.nextInt(4);
            Topology machine = random(random, sips, Duplex.FULL);
            double[][] rates = rates(machine);
            double gather = Double.POSITIVE_INFINITY;
            double broadcast = Double.POSITIVE_INFINITY;
            for (int side = 1; side < (1 << sips) - 1; side++) {
                double out = out(rates, side);
                gather = Math.min(gather, out / Integer.bitCount(side) * sips);
                broadcast = (side & 1) == 1 ? Math.min(broadcast, out) : broadcast;
            }
            assertThat(gbs(machine, Collective.ALL_GATHER)).isCloseTo(gather, within(1e-6));
            assertThat(gbs(machine, Collective.BROADCAST)).isCloseTo(broadcast, within(1e-6));
            assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(groups(rates, new int[sips], 1, 1), within(1e-6));
        }
    }

    /// If no cut limits an all-to-all on a graph, something else does: the bound is never above the narrowest cut, and
    /// on machines whose links are a tree it is one.
    @Test
    void allToAllIsBelowEveryCut() {
        SplittableRandom random = new SplittableRandom(7);
        for (int run = 0; run < 40; run++) {
            int sips = 3 + random.nextInt(4);
            Topology machine = random(random, sips, run % 2 == 0 ? Duplex.FULL : Duplex.HALF);
            double[][] rates = rates(machine);
            double cut = Double.POSITIVE_INFINITY;
            int links = 0;
            for (int side = 1; side < (1 << sips) - 1; side++) {
                int inside = Integer.bitCount(side);
                cut = Math.min(cut, out(rates, side) * sips / (inside * (sips - inside)));
            }
            for (double[] from : rates) {
                links += (int) Arrays.stream(from).filter(rate -> rate > 0).count();
            }
            Bottleneck bound = NetworkLimit.of(machine, sips).bottleneck(Collective.ALL_TO_ALL);
            double found = bound.gbs();
            assertThat(bound.reached()).isBetween(0.9989 * found, found);
            assertThat(found).isLessThanOrEqualTo(cut * (1 + 1e-9));
            if (links == 2 * (sips - 1)) {
                assertThat(found).isCloseTo(cut, within(1e-6));
            }
        }
    }

    /// On irregular machines of any kind, routes are found that reach what the bound of an all-to-all says.
    @Test
    void allToAllIsExactOnIrregularMachines() {
        SplittableRandom random = new SplittableRandom(9);
        for (int run = 0; run < 60; run++) {
            int sips = 10 + random.nextInt(30);
            boolean torus = run % 3 == 0;
            Topology machine =
                    torus ? irregularTorus(random, 6 + random.nextInt(6)) : random(random, sips, Duplex.FULL);
            Bottleneck bound = NetworkLimit.of(machine, machine.sips()).bottleneck(Collective.ALL_TO_ALL);
            assertThat(bound.reached()).as("machine " + run).isBetween(0.995 * bound.gbs(), bound.gbs());
        }
    }

    /// Hundreds of ranks, and links of which none is like its neighbours.
    @Test
    void allToAllIsExactOnALargeIrregularTorus() {
        Topology machine = irregularTorus(new SplittableRandom(10), 16);
        Bottleneck bound = NetworkLimit.of(machine, 256).bottleneck(Collective.ALL_TO_ALL);
        assertThat(bound.reached()).isBetween(0.9989 * bound.gbs(), bound.gbs());
    }

    /// A link that carries a hundredth of the others makes the busiest sharply different from the rest.
    @Test
    void allToAllIsExactBesideAVerySlowLink() {
        Topology machine = machine(
                "system.sips={ count: 16, topology: torus_2d, join: direct, shape: { w: 4, h: 4 } }",
                "system.links.different=[{ between: [0, 1], bandwidth_gbs: 0.01 }, { between: [5, 6], bandwidth_gbs: inf }]");
        Bottleneck bound = NetworkLimit.of(machine, 16).bottleneck(Collective.ALL_TO_ALL);
        assertThat(bound.gbs()).isCloseTo(7.01 / 4, within(2e-3));
        assertThat(bound.reached()).isBetween(0.9989 * bound.gbs(), bound.gbs());
    }

    private static Topology irregularTorus(SplittableRandom random, int side) {
        List<String> different = new ArrayList<>();
        for (int sip = 0; sip < side * side; sip++) {
            int east = sip / side * side + (sip + 1) % side;
            int south = (sip + side) % (side * side);
            for (int next : List.of(east, south)) {
                different.add(
                        "{ between: [" + sip + ", " + next + "], bandwidth_gbs: " + (1 + random.nextInt(20)) + " }");
            }
        }
        return machine(
                "system.sips={ count: " + side * side + ", topology: torus_2d, join: direct }",
                "system.links.different=" + different);
    }

    /// A torus of 4 × 4 without one link of the first row: seven links are left between two of its halves.
    @Test
    void aFailedLinkNarrowsTheBisection() {
        Topology machine = machine(
                "system.sips={ count: 16, topology: torus_2d, join: direct, shape: { w: 4, h: 4 } }",
                "system.links.failed=[[0, 1]]");
        Bottleneck found = NetworkLimit.of(machine, 16).bottleneck(Collective.ALL_TO_ALL);
        assertThat(found.gbs()).isCloseTo(7 / 4.0, within(1e-6));
        assertThat(found.groups()).hasSize(1);
        assertThat(found.links()).hasSize(7);
    }

    /// Where both directions take turns, any spanning tree serves any root: all ways to make groups count.
    @Test
    void noGroupsAreNarrowerWhereDirectionsTakeTurns() {
        SplittableRandom random = new SplittableRandom(6);
        for (int run = 0; run < 40; run++) {
            int sips = 3 + random.nextInt(4);
            Topology machine = random(random, sips, Duplex.HALF);
            double spread = 2 * groups(rates(machine), new int[sips], 1, 1);
            for (Collective collective : List.of(
                    Collective.ALL_GATHER, Collective.REDUCE_SCATTER, Collective.BROADCAST, Collective.REDUCE)) {
                assertThat(gbs(machine, collective)).as(collective.text()).isCloseTo(spread, within(1e-6));
            }
            assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(spread / 2, within(1e-6));
        }
    }

    /// One direction of some links is slower than the other: what spreads and what collects have different cuts.
    @Test
    void directionsMayDiffer() {
        // What leaves SIP 2 of a ring of eight has a quarter of the rate.
        Topology machine = machine("speeds=[{ of: sip2, part: sip_sip, speed: 0.25 }]");
        assertThat(gbs(machine, Collective.REDUCE)).isCloseTo(0.5, within(1e-6));
        assertThat(gbs(machine, Collective.BROADCAST)).isCloseTo(1.25, within(1e-6));
        assertThat(gbs(machine, Collective.ALL_GATHER)).isCloseTo(8 * 1.25 / 7, within(1e-6));
        assertThat(gbs(machine, Collective.ALL_REDUCE)).isCloseTo(0.5, within(1e-6));
        assertThat(LowerBound.bestGbs(machine, 8, Collective.REDUCE)).isCloseTo(0.5, within(1e-6));
    }

    private static double out(double[][] rates, int side) {
        double sum = 0;
        for (int from = 0; from < rates.length; from++) {
            for (int to = 0; to < rates.length; to++) {
                sum += (side >> from & 1) == 1 && (side >> to & 1) == 0 ? rates[from][to] : 0;
            }
        }
        return sum;
    }

    /// The least rate over all ways to put the ranks from `rank` on into groups.
    private static double groups(double[][] rates, int[] group, int rank, int count) {
        if (rank == group.length) {
            double crossing = 0;
            for (int a = 0; a < rank; a++) {
                for (int b = 0; b < rank; b++) {
                    crossing += group[a] == group[b] ? 0 : rates[a][b];
                }
            }
            return count == 1 ? Double.POSITIVE_INFINITY : crossing / (2 * (count - 1));
        }
        double least = Double.POSITIVE_INFINITY;
        for (int choice = 0; choice <= count; choice++) {
            group[rank] = choice;
            least = Math.min(least, groups(rates, group, rank + 1, Math.max(count, choice + 1)));
        }
        return least;
    }

    private static double[][] rates(Topology machine) {
        double[][] rates = new double[machine.sips()][machine.sips()];
        for (SipNetwork.Channel channel : SipNetwork.of(machine).channels()) {
            double each = channel.spec().duplex() == Duplex.FULL ? 1 : 0.5;
            rates[channel.from()][channel.to()] +=
                    channel.worksAt(0) ? each * channel.spec().bandwidth().gbs() : 0;
        }
        return rates;
    }

    private static Topology random(SplittableRandom random, int sips, Duplex duplex) {
        return new RandomGraph(random, sips, duplex == Duplex.HALF ? 10 : 0).machine("inf");
    }

    /// The wiring of a DGX-1.
    static final class TwoQuads {
        private static final Set<String> DOUBLE =
                Set.of("[0, 3]", "[0, 4]", "[1, 2]", "[1, 5]", "[2, 3]", "[4, 7]", "[5, 6]", "[6, 7]");
        private static final List<String> SINGLE =
                List.of("[0, 1]", "[0, 2]", "[1, 3]", "[2, 6]", "[3, 7]", "[4, 5]", "[4, 6]", "[5, 7]");

        private TwoQuads() {}

        static String[] settings(String gbs, String twice) {
            List<String> pairs = new ArrayList<>(SINGLE);
            pairs.addAll(DOUBLE.stream().sorted().toList());
            List<String> different = DOUBLE.stream()
                    .sorted()
                    .map(pair -> "{ between: " + pair + ", bandwidth_gbs: " + twice + " }")
                    .toList();
            return new String[] {
                "system.links.sip_sip.bandwidth_gbs=" + gbs,
                "system.sips={ count: 8, topology: graph, join: direct, pairs: " + pairs + " }",
                "system.links.different=" + different
            };
        }
    }
}
