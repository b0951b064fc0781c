package sectile.dist.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import sectile.base.quantity.Quantity;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.workload.Figure;

/// When the steps of a program of several ranks ran: from the first rank that began one to the last that
/// ended it.
final class Stopwatch {
    private final Machine machine;
    private final SequencedMap<String, Times> steps = new LinkedHashMap<>();
    private final Times all = new Times();

    Stopwatch(Machine machine) {
        this.machine = machine;
    }

    private static final class Times {
        private long began = Long.MAX_VALUE;
        private long ended;
        private long firstStart = Long.MAX_VALUE;
        private long lastEnd;

        void hear(LaunchResult launch) {
            firstStart = Math.min(firstStart, launch.firstStartPs());
            lastEnd = Math.max(lastEnd, launch.lastEndPs());
        }

        void took(long from, long to) {
            began = Math.min(began, from);
            ended = Math.max(ended, to);
        }

        LaunchResult result() {
            return lastEnd == 0
                    ? new LaunchResult(began, ended, began, began)
                    : new LaunchResult(began, ended, firstStart, lastEnd);
        }
    }

    /// One rank's hand on it.
    final class Hand implements Consumer<LaunchResult> {
        private Times current = all;

        /// Hears when a launch of this rank ran.
        @Override
        public void accept(LaunchResult launch) {
            all.hear(launch);
            current.hear(launch);
        }

        <T> T step(String name, Supplier<T> work) {
            current = steps.computeIfAbsent(name, n -> new Times());
            machine.mark(name);
            long from = machine.nowPs();
            T result = work.get();
            current.took(from, machine.nowPs());
            all.took(from, machine.nowPs());
            current = all;
            return result;
        }
    }

    Hand hand() {
        return new Hand();
    }

    /// All steps together.
    LaunchResult total() {
        return all.result();
    }

    /// How long each step took.
    List<Figure> figures() {
        List<Figure> times = new ArrayList<>();
        steps.forEach((name, step) ->
                times.add(Figure.of(name, new Quantity.Time(step.result().latencyPs()))));
        return times;
    }
}
