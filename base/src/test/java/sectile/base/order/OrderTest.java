package sectile.base.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import sectile.base.observe.Actor;

class OrderTest {
    private record Named(String path) implements Part {
        @Override
        public Actor actor() {
            return new Actor(0, Actor.Kind.TASK, 0, 0, path, -1, -1, "");
        }
    }

    /// Three parts of three steps each.
    private static List<String> run(Order order) {
        var steps = new ArrayList<String>();
        var left = new ArrayList<>(List.of("a", "b", "c", "a", "b", "c", "a", "b", "c"));
        while (!left.isEmpty()) {
            List<Named> ready = left.stream().distinct().map(Named::new).toList();
            String chosen = ready.get(order.next(ready)).path();
            steps.add(chosen);
            left.remove(chosen);
            if (order.draws()) {
                steps.add("drew " + order.draw(4));
            }
        }
        return steps;
    }

    @Test
    void firstComeTakesTheFirst() {
        assertThat(run(Order.firstCome())).containsExactly("a", "b", "c", "a", "b", "c", "a", "b", "c");
    }

    @Test
    void seedsDrawDifferentOrdersAndEachTheSameAgain() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            assertThat(run(Order.seeded(seed))).isEqualTo(run(Order.seeded(seed)));
            orders.add(run(Order.seeded(seed)));
        }
        assertThat(orders).hasSizeGreaterThan(40);
    }

    @Test
    void recordedChoicesAreMadeAgain() {
        for (long seed = 0; seed < 50; seed++) {
            var recorded = new Recorded(Order.seeded(seed));
            List<String> steps = run(recorded);
            var replayed = new Replayed(recorded.choices());
            assertThat(run(replayed)).as("seed %d", seed).isEqualTo(steps);
            assertThat(replayed.hasDiverged()).isFalse();
            assertThat(replayed.position()).isEqualTo(recorded.choices().size());
        }
    }

    @Test
    void anotherProgramDiverges() {
        var replayed = new Replayed(List.of("a", "x", "b"));
        assertThat(run(replayed)).hasSize(9);
        assertThat(replayed.hasDiverged()).isTrue();
    }

    @Test
    void thePartOfHighestPriorityRunsUntilItsPriorityFalls() {
        Set<Integer> switches = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            List<String> steps = run(new Prioritised(seed, 2, 9));
            int count = 0;
            for (int i = 1; i < steps.size(); i++) {
                count += steps.get(i).equals(steps.get(i - 1)) ? 0 : 1;
            }
            switches.add(count);
        }
        assertThat(switches).containsExactlyInAnyOrder(2, 3);
    }
}
