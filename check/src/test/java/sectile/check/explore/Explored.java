package sectile.check.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.check.race.Endings;
import sectile.check.race.MemoryOrder;
import sectile.check.race.RaceDetector;

/// What all runs of a subject together show.
///
/// @param ends results and failures
/// @param races and transfers in flight at the end
/// @param classes of equivalent orders
record Explored(Set<String> ends, Set<String> races, Set<String> classes, Exploration.Coverage coverage) {
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

    /// @param reduce whether to run one order of each class; otherwise all orders
    /// @param most runs
    static Explored of(Subject subject, Function<Answer, String> text, boolean reduce, int most, int workers) {
        Set<String> ends = new TreeSet<>();
        Set<String> races = new TreeSet<>();
        Set<String> classes = new HashSet<>();
        long[] runs = {0};
        var exploration = new Exploration(subject, reduce, 1000) {
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
                    ends.add(
                            execution.failure() != null
                                    ? execution.failure().diagnostics().toString()
                                    : text.apply(Objects.requireNonNull(execution.answer())));
                    detectors.add(races);
                },
                coverage -> ++runs[0] >= most);
        return new Explored(ends, races, classes, done);
    }

    /// Each class of orders was run once, and nothing that another exploration found is missing.
    void assertFindsWhat(Explored all, String program) {
        assertThat(coverage.complete()).as(program).isTrue();
        assertThat(ends).as(program).isEqualTo(all.ends);
        assertThat(races).as(program).isEqualTo(all.races);
        assertThat(classes).as(program).isEqualTo(all.classes);
        assertThat(coverage.executions()).as("classes %s", program).isEqualTo(classes.size());
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
}
