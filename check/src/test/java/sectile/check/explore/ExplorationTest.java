package sectile.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.diag.SourceFile;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.check.ProgramSubject;
import sectile.check.race.Endings;
import sectile.check.race.MemoryOrder;
import sectile.check.race.RaceDetector;
import sectile.interp.Run;
import sectile.interp.machine.Disturbance;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Exploration finds what running every order finds, in one run for each class of orders.
class ExplorationTest {
    private static final int MOST_ORDERS = 4000;

    /// What all runs of a program together show.
    private record Found(Set<String> ends, Set<String> races, Set<String> classes, Exploration.Coverage coverage) {}

    /// What looks for mistakes in one run.
    private static final class Detectors implements Observer {
        private final RaceDetector strong = new RaceDetector(MemoryOrder.STRONG);
        private final RaceDetector silicon = new RaceDetector(MemoryOrder.SILICON);
        private final Endings endings = new Endings();

        @Override
        public void observe(Event event) {
            strong.observe(event);
            silicon.observe(event);
            endings.observe(event);
        }

        void add(Set<String> found) {
            strong.races().forEach(race -> found.add(race.causeText()));
            silicon.races().forEach(race -> found.add("silicon: " + race.causeText()));
            found.addAll(endings.diagnostics().keySet());
        }
    }

    /// What is drawn, and what goes wrong while it runs.
    enum Drawn {
        SIGNALS,
        TRANSFERS,
        /// Signals of the first rank are late.
        LATE,
        /// The second rank stops.
        ABORTED;

        List<Disturbance> wrong() {
            return switch (this) {
                case SIGNALS, TRANSFERS -> List.of();
                case LATE -> List.of(new Disturbance(Disturbance.Kind.DELAYED_SIGNAL, 0, Disturbance.EVERY));
                case ABORTED -> List.of(new Disturbance(Disturbance.Kind.ABORTED, 1, 1));
            };
        }
    }

    private static Found explore(String text, int ranks, Drawn drawn, boolean reduce, int most, int workers) {
        Program program = FrontEnd.parse(new SourceFile("p.py", text));
        Set<String> ends = new TreeSet<>();
        Set<String> races = new TreeSet<>();
        Set<String> classes = new HashSet<>();
        long[] runs = {0};
        var exploration =
                new Exploration(
                        new ProgramSubject(program, Run.of("k").on(ranks).disturbedBy(drawn.wrong())), reduce, 1000) {
                    @Override
                    void inspect(Trial trial) {
                        if (!reduce) {
                            new Reversals(trial).find(Integer.MAX_VALUE);
                        }
                        classes.add(classOf(trial));
                    }
                };
        Exploration.Coverage done = exploration.run(
                workers,
                Detectors::new,
                (execution, detectors) -> {
                    ends.add(end(execution));
                    detectors.add(races);
                },
                coverage -> ++runs[0] >= most);
        return new Found(ends, races, classes, done);
    }

    private static String end(Exploration.Execution execution) {
        if (execution.failure() != null) {
            return execution.failure().diagnostics().toString();
        }
        var text = new StringBuilder();
        ((ProgramSubject.Result) java.util.Objects.requireNonNull(execution.answer()))
                .outcome()
                .outputs()
                .forEach((name, array) -> text.append(name)
                        .append(Arrays.toString(array.toDoubles()))
                        .append(' '));
        return text.toString();
    }

    /// Every visible step with all that comes before it, which two orders have in common if and only if they
    /// are equivalent. Which part comes to a barrier last makes no difference, but shows in the number of steps
    /// that touch nothing, so these are left out.
    private static String classOf(Trial trial) {
        Map<Integer, List<Integer>> visible = new HashMap<>();
        for (Step step : trial.steps()) {
            List<Integer> counts = visible.computeIfAbsent(step.part(), part -> new ArrayList<>(List.of(0)));
            counts.add(counts.getLast() + (step.footprint().isEmpty() ? 0 : 1));
        }
        Set<String> steps = new TreeSet<>();
        for (Step step : trial.steps()) {
            if (!step.footprint().isEmpty()) {
                Map<String, Integer> before = new TreeMap<>();
                for (int part = 0; part < step.clock().length; part++) {
                    int count = visible.getOrDefault(part, List.of(0)).get(step.clock()[part]);
                    if (count > 0) {
                        before.put(trial.parts().path(part), count);
                    }
                }
                steps.add(trial.parts().path(step.part()) + before);
            }
        }
        return steps.toString();
    }

    @ParameterizedTest
    @EnumSource
    void findsWhatEveryOrderFinds(Drawn drawn) {
        int programs = Integer.getInteger("sectile.check.programs", 20)
                / (drawn.wrong().isEmpty() ? 1 : 5);
        long first = Long.getLong("sectile.check.seed", 0);
        int compared = 0;
        int stuck = 0;
        int racing = 0;
        long orders = 0;
        long executions = 0;
        for (long seed = first; compared < programs; seed++) {
            int ranks = 2 + (int) (seed % 2);
            String text = RandomProtocols.draw(seed, ranks, ranks == 2 ? 4 : 2, drawn == Drawn.TRANSFERS);
            Found all = explore(text, ranks, drawn, false, MOST_ORDERS, 1);
            if (!all.coverage().complete()) {
                continue;
            }
            Found reduced = explore(text, ranks, drawn, true, MOST_ORDERS, 1);
            String program = "-Dsectile.check.seed=" + seed + "\n" + text;
            assertThat(reduced.coverage().complete()).as(program).isTrue();
            assertThat(reduced.ends()).as(program).isEqualTo(all.ends());
            assertThat(reduced.races()).as(program).isEqualTo(all.races());
            assertThat(reduced.coverage().executions())
                    .as("classes %s", program)
                    .isEqualTo(reduced.classes().size());
            assertThat(reduced.classes()).as(program).isEqualTo(all.classes());
            Found together = explore(text, ranks, drawn, true, MOST_ORDERS, 2);
            assertThat(together.coverage().complete()).as(program).isTrue();
            assertThat(together.classes()).as(program).isEqualTo(all.classes());
            assertThat(together.ends()).as(program).isEqualTo(all.ends());
            assertThat(together.races()).as(program).isEqualTo(all.races());
            assertThat(together.coverage().executions())
                    .as("classes by two workers %s", program)
                    .isEqualTo(all.classes().size());
            compared++;
            stuck += all.ends().stream().anyMatch(end -> end.contains("EXEC-201")) ? 1 : 0;
            racing += all.races().isEmpty() ? 0 : 1;
            orders += all.coverage().executions();
            executions += reduced.coverage().executions();
        }
        assertThat(stuck).isGreaterThan(programs / 10);
        if (drawn != Drawn.ABORTED) {
            assertThat(racing).isGreaterThan(programs / 10);
            assertThat(executions).isLessThan(orders / 3);
        }
    }
}
