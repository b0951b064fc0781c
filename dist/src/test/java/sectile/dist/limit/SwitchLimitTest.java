package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The bound of an all-reduce behind a switch, against a program of its own.
class SwitchLimitTest {
    private static final int MACHINES = 60;

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
        return program.solve().orElseThrow().values().getFirst();
    }
}
