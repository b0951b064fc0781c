package sectile.sim.ipcq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan.Connection;
import sectile.sim.kernel.Space;

/// Which direction of the peer each direction is joined with.
final class PairingTest {
    private static final QueueConfig CONFIG = new QueueConfig(Space.TCM, 2, 64, 16);

    private static Place place(int number) {
        return new Place(0, 0, number);
    }

    /// Edges written as `0.E>1`: direction E of PE 0 leads to PE 1. Every PE up to `count` is wired.
    private static InstallPlan plan(int count, String... edges) {
        List<SequencedMap<String, Place>> directions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            directions.add(new LinkedHashMap<>());
        }
        for (String edge : edges) {
            String[] parts = edge.split("[.>]", -1);
            directions.get(Integer.parseInt(parts[0])).put(parts[1], place(Integer.parseInt(parts[2])));
        }
        List<Place> places =
                IntStream.range(0, count).mapToObj(PairingTest::place).toList();
        return InstallPlan.of(Wiring.of(places, place -> directions.get(place.pe())), CONFIG);
    }

    /// What is installed, written as `0.E-1.W`, one for each end.
    private static List<String> installed(InstallPlan plan) {
        List<String> all = new ArrayList<>();
        for (Place place : plan.places()) {
            for (Connection connection : plan.table(place)) {
                all.add(place.pe() + "." + connection.direction() + "-"
                        + connection.peer().pe() + "." + connection.peerDirection());
            }
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"E, W", "N, S", "global_E, global_W", "global_N, global_S"})
    void oppositesBelongTogether(String there, String back) {
        assertThat(installed(plan(2, "0." + there + ">1", "1." + back + ">0")))
                .containsExactly("0." + there + "-1." + back, "1." + back + "-0." + there);
        assertThat(installed(plan(2, "1." + there + ">0", "0." + back + ">1")))
                .containsExactly("0." + back + "-1." + there, "1." + there + "-0." + back);
    }

    @Test
    void inARingOfTwoBothDirectionsHaveTheSamePeerAndStayApart() {
        // In the order that would join E with E if only the peer counted.
        assertThat(installed(plan(2, "0.E>1", "0.W>1", "1.E>0", "1.W>0")))
                .containsExactly("0.E-1.W", "0.W-1.E", "1.E-0.W", "1.W-0.E");
    }

    @Test
    void parentsAndChildrenBelongTogether() {
        assertThat(installed(plan(3, "0.left>1", "0.right>2", "1.parent>0", "2.parent>0")))
                .containsExactly("0.left-1.parent", "0.right-2.parent", "1.parent-0.left", "2.parent-0.right");
    }

    @Test
    void aDirectionWhoseOppositeLeadsElsewhereTakesAnyThatLeadsBack() {
        // West of 1 is 2, but 1 has another way to 0.
        assertThat(installed(plan(3, "0.E>1", "1.W>2", "1.N>0", "2.E>1")))
                .containsExactly("0.E-1.N", "1.W-2.E", "1.N-0.E", "2.E-1.W");
    }

    @Test
    void severalDirectionsToOnePeerAreJoinedInOrder() {
        assertThat(installed(plan(2, "0.a>1", "0.b>1", "0.c>1", "1.x>0", "1.y>0")))
                .containsExactly("0.a-1.x", "0.b-1.y", "1.x-0.a", "1.y-0.b");
    }

    @Test
    void oppositesGoFirstEvenIfAnotherDirectionStandsBeforeThem() {
        assertThat(installed(plan(2, "0.a>1", "0.E>1", "1.W>0", "1.x>0")))
                .containsExactly("0.a-1.x", "0.E-1.W", "1.W-0.E", "1.x-0.a");
    }

    @Test
    void aDirectionWithoutAWayBackIsNotInstalled() {
        assertThat(installed(plan(3, "0.E>1", "0.S>2", "1.W>0"))).containsExactly("0.E-1.W", "1.W-0.E");
        assertThat(installed(plan(2, "0.E>1"))).isEmpty();
        assertThat(installed(plan(1, "0.E>5"))).isEmpty();
    }

    @Test
    void aPeMayBeItsOwnNeighbour() {
        assertThat(installed(plan(1, "0.E>0", "0.W>0"))).containsExactly("0.E-0.W", "0.W-0.E");
        assertThat(installed(plan(1, "0.loop>0"))).containsExactly("0.loop-0.loop");
        assertThat(installed(plan(1, "0.a>0", "0.b>0", "0.c>0")))
                .as("three ends, each joined, each once")
                .hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverTheWiringPartnersNameEachOtherAndNobodyIsLeftOverNeedlessly(long seed) {
        Random random = new Random(seed);
        List<String> names = List.of("E", "W", "N", "S", "global_E", "global_W", "parent", "child", "x");
        for (int round = 0; round < 100; round++) {
            int count = 1 + random.nextInt(6);
            List<String> edges = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                for (String name : names) {
                    if (random.nextInt(3) == 0) {
                        edges.add(i + "." + name + ">" + random.nextInt(count));
                    }
                }
            }
            checkLaws(plan(count, edges.toArray(String[]::new)), count, edges);
        }
    }

    private static void checkLaws(InstallPlan plan, int count, List<String> edges) {
        Map<String, String> partner = new LinkedHashMap<>();
        for (String pair : installed(plan)) {
            String[] ends = pair.split("-", -1);
            partner.put(ends[0], ends[1]);
        }
        partner.forEach((end, other) -> assertThat(partner).containsEntry(other, end));
        Map<String, Integer> leadsTo = new LinkedHashMap<>();
        for (String edge : edges) {
            String[] parts = edge.split(">", -1);
            leadsTo.put(parts[0], Integer.parseInt(parts[1]));
        }
        leadsTo.forEach((end, to) -> {
            int from = end.charAt(0) - '0';
            Directions.opposite(end.substring(2)).ifPresent(opposite -> {
                String other = to + "." + opposite;
                if (leadsTo.getOrDefault(other, count) == from) {
                    assertThat(partner).as("opposites first").containsEntry(end, other);
                }
            });
            if (!partner.containsKey(end)) {
                leadsTo.forEach((other, back) -> {
                    if (other.charAt(0) - '0' == to && back == from) {
                        assertThat(partner).as(end + " could have had " + other).containsKey(other);
                    }
                });
            }
        });
    }

    @Test
    void everyDirectionHasAnOppositeOrNone() {
        for (String direction : List.of("E", "W", "N", "S", "global_E", "global_W", "global_N", "global_S")) {
            String opposite = Directions.opposite(direction).orElseThrow();
            assertThat(opposite).isNotEqualTo(direction);
            assertThat(Directions.opposite(opposite)).contains(direction);
        }
        assertThat(Directions.opposite("parent")).isEmpty();
        assertThat(Directions.opposite("e")).isEmpty();
    }
}
