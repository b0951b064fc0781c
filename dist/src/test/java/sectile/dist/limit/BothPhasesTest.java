package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The bound of an all-reduce where links differ by direction, against the rate that trees have.
class BothPhasesTest {
    private static final int MACHINES = 60;

    /// A graph in which what leaves some SIPs is slower or faster than what comes to them.
    ///
    /// @param half how many of ten links are half duplex
    private static Topology machine(SplittableRandom random, int half) {
        int sips = 3 + random.nextInt(4);
        List<String> pairs = new ArrayList<>();
        List<String> different = new ArrayList<>();
        List<String> speeds = new ArrayList<>();
        for (int b = 1; b < sips; b++) {
            int parent = random.nextInt(b);
            for (int a = 0; a < b; a++) {
                if (a == parent || random.nextInt(3) == 0) {
                    pairs.add("[" + a + ", " + b + "]");
                    different.add("{ between: [" + a + ", " + b + "], bandwidth_gbs: " + (1 + random.nextInt(20))
                            + ", duplex: " + (random.nextInt(10) < half ? "half" : "full") + " }");
                }
            }
        }
        for (int i = 0; i < 2; i++) {
            speeds.add("{ of: sip" + random.nextInt(sips) + ", part: sip_sip, speed: " + (2 + random.nextInt(14)) / 10.0
                    + " }");
        }
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: " + sips + ", topology: graph, join: direct, pairs: " + pairs + " }",
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "system.links.different=" + different,
                        "speeds=" + speeds));
    }

    /// What trees reach is known by all sets of ranks there are. It is the bound.
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void theBoundIsWhatTreesReach(int half) {
        SplittableRandom random = new SplittableRandom(18 + half);
        for (int run = 0; run < MACHINES; run++) {
            Topology machine = machine(random, half);
            Bottleneck bound = NetworkLimit.of(machine, machine.sips()).bottleneck(Collective.ALL_REDUCE);
            double trees = trees(machine);
            String what = "machine " + run;
            assertThat(bound.gbs()).as(what).isGreaterThanOrEqualTo(trees * (1 - 1e-6));
            assertThat(bound.gbs()).as(what).isCloseTo(trees, within(5e-6 * trees));
            assertThat(bound.reached()).as(what).isCloseTo(trees, within(2e-6 * trees));
            assertThat(bound.links()).as(what).isNotEmpty();
        }
    }

    /// Here no division into groups limits as much as sets that overlap: messages into 5 and into 2 and 5 are late,
    /// those out of 4 and out of 1, 3 and 4 early.
    @Test
    void setsOneInTheOtherCountTogether() {
        Map<String, Integer> links = new TreeMap<>(Map.of(
                "[0, 1]", 8, "[0, 2]", 6, "[1, 3]", 14, "[1, 4]", 15, "[2, 3]", 3, "[2, 5]", 15, "[3, 4]", 6, "[4, 5]",
                9));
        List<String> different = links.entrySet().stream()
                .map(link -> "{ between: " + link.getKey() + ", bandwidth_gbs: " + link.getValue() + " }")
                .toList();
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 6, topology: graph, join: direct, pairs: " + links.keySet() + " }",
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "system.links.different=" + different,
                        "speeds=[{ of: sip4, part: sip_sip, speed: 0.56 }, { of: sip5, part: sip_sip, speed: 1.4 }]"));
        Bottleneck bound = NetworkLimit.of(machine, 6).bottleneck(Collective.ALL_REDUCE);
        assertThat(bound.gbs()).isCloseTo(trees(machine), within(1e-4));
        assertThat(bound.describe()).endsWith("links of several cuts");
    }

    /// A ring in which every second SIP sends at half the rate, as below: n/2 arcs of either direction for n − 1
    /// messages.
    @ParameterizedTest
    @ValueSource(ints = {8, 64, 128})
    void theBoundOfALargeMachineIsReached(int sips) {
        List<String> speeds = IntStream.range(0, sips / 2)
                .mapToObj(i -> "{ of: sip" + (2 * i + 1) + ", part: sip_sip, speed: 0.5 }")
                .toList();
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: " + sips + ", topology: ring_1d, join: direct }",
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "speeds=" + speeds));
        Bottleneck bound = NetworkLimit.of(machine, sips).bottleneck(Collective.ALL_REDUCE);
        assertThat(bound.gbs()).isCloseTo(sips / 2.0 / (sips - 1), within(1e-6));
        assertThat(bound.reached()).isCloseTo(bound.gbs(), within(1e-6));
        assertThat(bound.describe()).isEqualTo("the " + sips + " links between all SIPs");
    }

    /// Some SIPs have no rank and pass messages on; as many leave them as arrive.
    @Test
    void messagesPassSipsWithoutRanks() {
        SplittableRandom random = new SplittableRandom(21);
        for (int run = 0; run < MACHINES; run++) {
            Topology machine = machine(random, 2);
            int ranks = Math.max(2, machine.sips() - 2);
            Bottleneck bound = NetworkLimit.of(machine, ranks).bottleneck(Collective.ALL_REDUCE);
            assertThat(bound.reached()).as("machine " + run).isCloseTo(bound.gbs(), within(5e-6 * bound.gbs()));
        }
    }

    /// Ranks behind a switch can send to each other as they like, as long as their links carry it. That is another
    /// linear program, with an arc for every two ranks.
    @Test
    void throughASwitchEveryRankReachesEveryOther() {
        SplittableRandom random = new SplittableRandom(22);
        for (int run = 0; run < MACHINES; run++) {
            int ranks = 3 + random.nextInt(3);
            List<String> speeds = IntStream.range(0, ranks)
                    .mapToObj(sip ->
                            "{ of: sip" + sip + ", part: switch_sip, speed: " + (2 + random.nextInt(14)) / 10.0 + " }")
                    .toList();
            Topology machine = Topologies.preset(
                    "flat",
                    List.of(
                            "system.sips={ count: " + ranks + ", topology: ring_1d, join: switch }",
                            "system.links.switch_sip={ bandwidth_gbs: 10, latency_ns: 10 }",
                            "speeds=" + speeds));
            Bottleneck bound = NetworkLimit.of(machine, ranks).bottleneck(Collective.ALL_REDUCE);
            double best = throughSwitch(new RankGraph(machine, ranks));
            assertThat(bound.gbs()).as("machine " + run).isCloseTo(best, within(5e-6 * best));
            assertThat(bound.reached()).as("machine " + run).isCloseTo(best, within(5e-6 * best));
        }
    }

    private static double throughSwitch(RankGraph graph) {
        int ranks = graph.ranks();
        double[] out = new double[ranks];
        double[] in = new double[ranks];
        for (RankGraph.Arc arc : graph.arcs()) {
            if (arc.to() == graph.nodes() - 1) {
                out[arc.from() - ranks] = arc.gbs();
            } else if (arc.from() == graph.nodes() - 1) {
                in[arc.to() - ranks] = arc.gbs();
            }
        }
        // The rate, what each rank has first, and what each sends to each early and late.
        int variables = 1 + ranks + 2 * ranks * ranks;
        LinearProgram program = new LinearProgram(variables);
        double[] together = new double[variables];
        together[0] = -1;
        Arrays.fill(together, 1, 1 + ranks, 1);
        program.add(together, 0);
        for (int rank = 0; rank < ranks; rank++) {
            double[] sent = new double[variables];
            double[] received = new double[variables];
            for (int other = 0; other < ranks; other++) {
                for (int late = 0; late < 2 && other != rank; late++) {
                    sent[1 + ranks + 2 * (rank * ranks + other) + late] = 1;
                    received[1 + ranks + 2 * (other * ranks + rank) + late] = 1;
                }
            }
            program.add(sent, out[rank]);
            program.add(received, in[rank]);
        }
        for (int set = 1; set < (1 << ranks) - 1; set++) {
            double[] sending = new double[variables];
            sending[0] = 1;
            for (int rank = 0; rank < ranks; rank++) {
                sending[1 + rank] = (set >> rank & 1) == 1 ? -1 : 0;
            }
            double[] receiving = sending.clone();
            for (int from = 0; from < ranks; from++) {
                for (int to = 0; to < ranks; to++) {
                    boolean inside = (set >> from & 1) == 1;
                    if (inside != ((set >> to & 1) == 1)) {
                        double[] row = inside ? sending : receiving;
                        row[1 + ranks + 2 * (from * ranks + to) + (inside ? 0 : 1)] = -1;
                    }
                }
            }
            program.add(sending, 0);
            program.add(receiving, 0);
        }
        return program.solve().values().getFirst();
    }

    /// What SIPs 1 and 3 send has half the rate. Each of them sends before some rank has the result, or is
    /// that rank. SIPs 0 and 2 receive after it. So three messages about each element cross four arcs of half
    /// the rate: those out of 1 and 3, which are those into 0 and 2.
    @Test
    void sendersAndReceiversAtTheSameArcsCountTogether() {
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 4, topology: ring_1d, join: direct }",
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "speeds=[{ of: sip1, part: sip_sip, speed: 0.5 }, { of: sip3, part: sip_sip, speed: 0.5 }]"));
        Bottleneck bound = NetworkLimit.of(machine, 4).bottleneck(Collective.ALL_REDUCE);
        assertThat(bound.gbs()).isCloseTo(4 * 0.5 / 3, within(1e-9));
        assertThat(bound.reached()).isEqualTo(bound.gbs());
        assertThat(bound.describe()).isEqualTo("the 4 links between all SIPs");
    }

    private static double trees(Topology machine) {
        Joined graph = new Joined(new RankGraph(machine, machine.sips()));
        List<BitSet> alone = new ArrayList<>();
        for (int node = 0; node < graph.nodes(); node++) {
            alone.add(BitSet.valueOf(new long[] {1L << node}));
        }
        Phases phases = new Phases(graph, List.of(new Phases.View(alone, false)), Double.POSITIVE_INFINITY);
        for (long set = 1; set < (1L << graph.nodes()) - 1; set++) {
            phases.add(0, BitSet.valueOf(new long[] {set}), true);
            phases.add(0, BitSet.valueOf(new long[] {set}), false);
        }
        return phases.solve().shares().rate() * graph.fastest();
    }
}
