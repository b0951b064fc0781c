package sectile.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sectile.base.diag.SourceFile;
import sectile.check.race.RaceDetector;
import sectile.interp.Interpreter;
import sectile.interp.Run;
import sectile.ir.text.FrontEnd;

/// Exploration finds what running every order finds, in one run for each class of orders.
class ExplorationTest {
    private static final int MOST_ORDERS = 4000;

    /// What all runs of a program together show.
    private record Found(Set<String> ends, Set<String> races, Set<String> classes, Exploration.Coverage coverage) {}

    private static Found explore(String text, int ranks, boolean reduce, int most) {
        var interpreter = new Interpreter(FrontEnd.parse(new SourceFile("p.py", text)));
        Set<String> ends = new TreeSet<>();
        Set<String> races = new TreeSet<>();
        Set<String> classes = new HashSet<>();
        long[] runs = {0};
        var exploration = new Exploration(interpreter, Run.of("k").on(ranks), reduce, 1000) {
            @Override
            void inspect(Trial trial) {
                classes.add(classOf(trial));
            }
        };
        Exploration.Coverage coverage = exploration.run(
                RaceDetector::new,
                (execution, detector) -> {
                    ends.add(end(execution));
                    detector.races().forEach(race -> races.add(race.causeText()));
                },
                () -> ++runs[0] >= most);
        return new Found(ends, races, classes, coverage);
    }

    private static String end(Exploration.Execution execution) {
        if (execution.failure() != null) {
            return execution.failure().diagnostics().toString();
        }
        var text = new StringBuilder();
        java.util.Objects.requireNonNull(execution.outcome())
                .outputs()
                .forEach((name, array) -> text.append(name)
                        .append(Arrays.toString(array.toDoubles()))
                        .append(' '));
        return text.toString();
    }

    /// Every step with all that comes before it, which two orders have in common if and only if they are
    /// equivalent.
    private static String classOf(Trial trial) {
        Map<Integer, Integer> counts = new HashMap<>();
        Set<String> steps = new TreeSet<>();
        for (Step step : trial.steps()) {
            int number = counts.merge(step.part(), 1, Integer::sum);
            steps.add(step.part() + "/" + number + Arrays.toString(step.clock()));
        }
        return steps.toString();
    }

    @Test
    void findsWhatEveryOrderFinds() {
        int programs = Integer.getInteger("sectile.check.programs", 60);
        long first = Long.getLong("sectile.check.seed", 0);
        int compared = 0;
        int stuck = 0;
        int racing = 0;
        long orders = 0;
        long executions = 0;
        for (long seed = first; compared < programs; seed++) {
            int ranks = 2 + (int) (seed % 2);
            String text = RandomProtocols.draw(seed, ranks, ranks == 2 ? 4 : 2);
            Found all = explore(text, ranks, false, MOST_ORDERS);
            if (!all.coverage().complete()) {
                continue;
            }
            Found reduced = explore(text, ranks, true, MOST_ORDERS);
            String program = "-Dsectile.check.seed=" + seed + "\n" + text;
            assertThat(reduced.coverage().complete()).as(program).isTrue();
            assertThat(reduced.ends()).as(program).isEqualTo(all.ends());
            assertThat(reduced.races()).as(program).isEqualTo(all.races());
            assertThat(reduced.coverage().executions())
                    .as("classes %s", program)
                    .isEqualTo(reduced.classes().size());
            compared++;
            stuck += all.ends().stream().anyMatch(end -> end.contains("EXEC-201")) ? 1 : 0;
            racing += all.races().isEmpty() ? 0 : 1;
            orders += all.coverage().executions();
            executions += reduced.coverage().executions();
        }
        assertThat(List.of(stuck, racing)).allMatch(count -> count > programs / 10);
        assertThat(executions).isLessThan(orders / 3);
    }
}
