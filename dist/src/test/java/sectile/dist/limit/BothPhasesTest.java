package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
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

    /// What trees reach is known by all sets of ranks there are. The bound is never less, and seldom more.
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 5})
    void theBoundIsWhatTreesReach(int half) {
        SplittableRandom random = new SplittableRandom(18 + half);
        int inexact = 0;
        for (int run = 0; run < MACHINES; run++) {
            Topology machine = machine(random, half);
            Bottleneck bound = NetworkLimit.of(machine, machine.sips()).bottleneck(Collective.ALL_REDUCE);
            double trees = trees(machine);
            String what = "machine " + run;
            assertThat(bound.gbs()).as(what).isGreaterThanOrEqualTo(trees * (1 - 1e-6));
            assertThat(bound.gbs()).as(what).isCloseTo(trees, within(0.01 * trees));
            assertThat(bound.reached()).as(what).isCloseTo(trees, within(2e-6 * trees));
            assertThat(bound.links()).as(what).isNotEmpty();
            inexact += bound.gbs() > trees * (1 + 1e-5) ? 1 : 0;
        }
        assertThat(inexact).isLessThanOrEqualTo(1);
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
        Phases phases = new Phases(graph, List.of(Phases.View.of(graph.nodes(), alone)));
        for (long set = 1; set < (1L << graph.nodes()) - 1; set++) {
            phases.add(0, BitSet.valueOf(new long[] {set}));
        }
        return phases.solve().rate() * graph.fastest();
    }
}
