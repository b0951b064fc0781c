package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Bounds of collectives that only spread or only collect, against a program with a row for every set of nodes.
class SpreadingTest {
    private static final int MACHINES = 60;

    private static Topology machine(SplittableRandom random, int half, boolean directed, boolean gateways) {
        RandomGraph graph = new RandomGraph(random, 4 + random.nextInt(3), half);
        if (directed) {
            IntStream.range(0, graph.sips()).forEach(graph::speed);
        }
        return graph.machine(gateways ? String.valueOf(2 + random.nextInt(20)) : "inf");
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL_GATHER", "REDUCE_SCATTER", "BROADCAST", "REDUCE"})
    void boundsAreWhatAllSetsAllow(Collective collective) {
        SplittableRandom random = new SplittableRandom(31);
        for (int run = 0; run < MACHINES; run++) {
            boolean gateways = run % 2 == 0;
            Topology machine = machine(random, List.of(0, 3, 10).get(run % 3), run % 5 != 0, gateways);
            int ranks = gateways ? machine.sips() : machine.sips() - 1;
            Bottleneck bound = NetworkLimit.of(machine, ranks).bottleneck(collective);
            double best = best(new RankGraph(machine, ranks), collective);
            String what = "machine " + run;
            assertThat(bound.gbs()).as(what).isCloseTo(best, within(5e-6 * best));
            assertThat(bound.reached()).as(what).isCloseTo(best, within(5e-6 * best));
            assertThat(bound.links()).as(what).isNotEmpty();
        }
    }

    /// A SIP without a rank passes messages on, and does not copy them: two leave it, and what arrives is 10 from
    /// rank 0 and 1 from either of the others, although either could receive at 10 GB/s.
    @Test
    void aSipWithoutARankDoesNotCopyMessages() {
        Topology machine = Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: 4, topology: graph, join: direct, pairs: [[0, 3], [1, 3], [2, 3]] }",
                        "system.links.sip_sip={ bandwidth_gbs: 10, latency_ns: 10 }",
                        "speeds=[{ of: sip1, part: sip_sip, speed: 0.1 }, { of: sip2, part: sip_sip, speed: 0.1 }]"));
        Bottleneck bound = NetworkLimit.of(machine, 3).bottleneck(Collective.BROADCAST);
        assertThat(bound.gbs()).isCloseTo(6, within(1e-5));
        assertThat(bound.reached()).isEqualTo(bound.gbs());
    }

    private static double best(RankGraph machine, Collective collective) {
        boolean collects = collective == Collective.REDUCE || collective == Collective.REDUCE_SCATTER;
        boolean rooted = collective == Collective.REDUCE || collective == Collective.BROADCAST;
        Joined graph = new Joined(collects ? machine.reversed() : machine);
        int arcs = graph.arcs().size();
        int turns = 1 + arcs;
        int variables = turns + graph.halfDuplexLinks();
        LinearProgram program = new LinearProgram(variables);
        for (int i = 0; i < arcs; i++) {
            Joined.Arc arc = graph.arcs().get(i);
            double[] row = new double[variables];
            row[1 + i] = 1;
            if (arc.turns() >= 0) {
                row[turns + arc.turns()] = arc.second() ? 1 : -1;
                program.atMost(turns + arc.turns(), arc.gbs());
            }
            program.add(row, arc.turns() >= 0 && !arc.second() ? 0 : arc.gbs());
        }
        for (int node = 0; node < graph.nodes(); node++) {
            if (graph.ranksAt(node).isEmpty()) {
                double[] row = new double[variables];
                for (int i = 0; i < arcs; i++) {
                    row[1 + i] += graph.arcs().get(i).from() == node ? 1 : 0;
                    row[1 + i] -= graph.arcs().get(i).to() == node ? 1 : 0;
                }
                program.addBalance(row);
            }
        }
        for (long set = 1; set < (1L << graph.nodes()) - 1; set++) {
            BitSet nodes = BitSet.valueOf(new long[] {set});
            Set<Integer> inside = graph.ranks(nodes);
            double has = rooted ? (inside.contains(0) ? 1 : 0) : (double) inside.size() / machine.ranks();
            if (!inside.isEmpty() && has < 1) {
                double[] row = new double[variables];
                row[0] = 1 - has;
                for (int i = 0; i < arcs; i++) {
                    Joined.Arc arc = graph.arcs().get(i);
                    row[1 + i] = nodes.get(arc.to()) && !nodes.get(arc.from()) ? -1 : 0;
                }
                program.add(row, 0);
            }
        }
        return program.solve().orElseThrow().values().getFirst() * graph.fastest();
    }
}
