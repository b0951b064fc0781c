package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What it costs at the least that every rank hears from every other.
class GossipTest {
    private static final double PLENTY = 1000;

    private static Joined graph(Topology machine, int ranks) {
        return new Joined(new RankGraph(machine, ranks));
    }

    private static Joined ring(int sips, int ranks) {
        return graph(
                Topologies.preset(
                        "flat", List.of("system.sips={ count: " + sips + ", topology: ring_1d, join: direct }")),
                ranks);
    }

    /// Where every message costs one, 2n − 2 of them do (n − 1 until the first knows everything, and one more for each
    /// other). Where only one direction is not dear, it takes as many.
    @ParameterizedTest
    @CsvSource({"3, false", "5, false", "6, false", "3, true", "6, true"})
    void everyRankTellsAndIsTold(int ranks, boolean oneWay) {
        Joined graph = ring(ranks, ranks);
        List<Double> prices = graph.arcs().stream()
                .map(arc -> oneWay && (arc.from() + 1) % ranks != arc.to() ? PLENTY : 1.0)
                .toList();
        assertThat(Gossip.leastPrice(graph, prices, List.of(), PLENTY)).isEqualTo(2 * ranks - 2);
    }

    /// What passes nodes without ranks pays for every arc, and no one there hears it.
    @Test
    void messagesPassNodesWithoutRanks() {
        Joined graph = ring(6, 2);
        List<Double> prices = Collections.nCopies(graph.arcs().size(), 1.0);
        assertThat(Gossip.leastPrice(graph, prices, List.of(), PLENTY)).isEqualTo(2);
        List<Double> far = graph.arcs().stream()
                .map(arc -> graph.isAtRelay(arc) ? 1.0 : PLENTY)
                .toList();
        assertThat(Gossip.leastPrice(graph, far, List.of(), PLENTY)).isEqualTo(2 * 5);
    }

    @Test
    void freeMessagesCostNothing() {
        Joined graph = ring(4, 4);
        List<Double> prices = graph.arcs().stream()
                .map(arc -> arc.from() < arc.to() ? 0.0 : 1.0)
                .toList();
        // One message goes from the last rank to the first.
        assertThat(Gossip.leastPrice(graph, prices, List.of(), PLENTY)).isEqualTo(1);
    }

    @Test
    void enoughIsEnough() {
        Joined graph = ring(5, 5);
        List<Double> prices = Collections.nCopies(graph.arcs().size(), 1.0);
        assertThat(Gossip.leastPrice(graph, prices, List.of(), 7.5)).isEqualTo(7.5);
    }

    /// Sets only tell where to look: without them the search finds the same.
    @Test
    void setsDoNotChangeWhatIsFound() {
        SplittableRandom random = new SplittableRandom(5);
        for (int run = 0; run < 40; run++) {
            RandomGraph drawn = new RandomGraph(random, 3 + random.nextInt(2), 2);
            drawn.speed(random.nextInt(drawn.sips()));
            drawn.speed(random.nextInt(drawn.sips()));
            Topology machine = drawn.machine(run % 2 == 0 ? "inf" : "9");
            Joined graph = graph(machine, machine.sips());
            Trees.Reached trees = Trees.toAndFrom(graph).best(PLENTY);
            double least = Gossip.leastPrice(graph, trees.prices(), List.of(), PLENTY);
            assertThat(Gossip.leastPrice(graph, trees.prices(), trees.sets(), PLENTY))
                    .as("machine " + run)
                    .isCloseTo(least, within(1e-6));
        }
    }

    /// Random sets, of which every arc has the price.
    @Test
    void anySetsTellWhereToLook() {
        SplittableRandom random = new SplittableRandom(6);
        for (int run = 0; run < 100; run++) {
            Joined graph = ring(5, 5);
            List<Phases.Priced> sets = IntStream.range(0, 2 + random.nextInt(6))
                    .mapToObj(i -> new Phases.Priced(
                            BitSet.valueOf(new long[] {1 + random.nextInt(30)}),
                            random.nextBoolean(),
                            1 + random.nextInt(3)))
                    .toList();
            List<Double> prices = graph.arcs().stream()
                    .map(arc -> Math.max(price(sets, arc, true), price(sets, arc, false)))
                    .toList();
            assertThat(Gossip.leastPrice(graph, prices, sets, PLENTY))
                    .as("sets " + run)
                    .isEqualTo(Gossip.leastPrice(graph, prices, List.of(), PLENTY));
        }
    }

    private static double price(List<Phases.Priced> sets, Joined.Arc arc, boolean sends) {
        int inside = sends ? arc.from() : arc.to();
        int outside = sends ? arc.to() : arc.from();
        return sets.stream()
                .filter(set -> set.sends() == sends
                        && set.nodes().get(inside)
                        && !set.nodes().get(outside))
                .mapToDouble(Phases.Priced::price)
                .sum();
    }
}
