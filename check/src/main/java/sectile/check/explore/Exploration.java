package sectile.check.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.observe.Observer;

/// Runs a program in every order of its concurrent parts that makes a difference: one run for each class
/// of orders that differ only in steps that do not touch the same things (dynamic partial-order reduction
/// with source sets and sleep sets). Nothing is stored but the choices from which something is left to try.
///
/// Several workers can explore at the same time. Each takes the deepest state from which a choice is left,
/// runs the program from there to its end on its own, and adds what the run asks for. A part that was
/// chosen first in a state sleeps in what is chosen there later, whichever ends first.
public class Exploration {
    private final Subject subject;
    private final boolean reduce;
    private final int maxSteps;
    private final Parts parts = new Parts();
    private final Object lock = new Object();
    /// Nodes with something left to try, the deepest last.
    private final TreeMap<Integer, List<Node>> open = new TreeMap<>();

    private int active;
    private boolean begun;
    private boolean stopped;
    private @Nullable Throwable broken;
    private long executions;
    private long redundant;
    private long steps;
    private long tooLong;

    /// One run.
    ///
    /// @param answer what came of it; null when it failed
    /// @param failure why it failed: it is stuck, or did something it must not; null when it did not
    /// @param choices the part that made each step, for `sectile.base.order.Replayed`
    public record Execution(
            @Nullable Answer answer, @Nullable DiagnosticException failure, List<String> choices) {}

    /// How far an exploration came.
    ///
    /// @param executions complete runs, one for every class when orders are reduced
    /// @param redundant runs that were given up because others cover them
    /// @param steps of all runs
    /// @param complete whether every class was explored
    /// @param tooLong runs that were given up because they had too many steps
    /// @param left an estimate of the part of all runs that is left, from 0 to 1: every choice at a state counts
    ///     the same
    public record Coverage(long executions, long redundant, long steps, boolean complete, long tooLong, double left) {
        /// An estimate of all runs.
        public long estimate() {
            return left >= 1 ? Long.MAX_VALUE : Math.round(executions / (1 - left));
        }
    }

    /// @param reduce whether to run one order of each class; otherwise all orders are run
    /// @param maxSteps the longest run
    public Exploration(Subject subject, boolean reduce, int maxSteps) {
        this.subject = subject;
        this.reduce = reduce;
        this.maxSteps = maxSteps;
    }

    /// Explores until all is explored or it is told to stop; another call continues where the last one stopped.
    ///
    /// @param workers how many runs at a time
    /// @param observers makes an observer for every run
    /// @param each is told of every complete run, after its observer has seen all of it, one at a time
    /// @param stop is asked after every run, one at a time
    public <O extends Observer> Coverage run(
            int workers, Supplier<O> observers, BiConsumer<Execution, O> each, Predicate<Coverage> stop) {
        stopped = false;
        var threads = new ArrayList<Thread>();
        for (int i = 1; i < workers; i++) {
            Subject own = subject.apart();
            threads.add(Thread.ofPlatform().name("exploration-" + i).unstarted(() -> work(own, observers, each, stop)));
        }
        threads.forEach(Thread::start);
        work(subject, observers, each, stop);
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable problem = broken;
        if (problem instanceof RuntimeException e) {
            throw e;
        }
        if (problem instanceof Error e) {
            throw e;
        }
        return coverage();
    }

    private Coverage coverage() {
        synchronized (lock) {
            boolean empty = begun && open.isEmpty() && active == 0;
            return new Coverage(executions, redundant, steps, empty && tooLong == 0, tooLong, empty ? 0 : left());
        }
    }

    private double left() {
        double left = 0;
        for (List<Node> nodes : open.values()) {
            for (Node node : nodes) {
                left += node.waiting() * node.share();
            }
        }
        return Math.min(1, left);
    }

    /// What a worker does next.
    ///
    /// @param node where it chooses; null at the start of the program
    private record Work(@Nullable Node node, int part, Map<Integer, Footprint> asleep) {}

    private <O extends Observer> void work(
            Subject own, Supplier<O> observers, BiConsumer<Execution, O> each, Predicate<Coverage> stop) {
        try {
            for (Work next = take(); next != null; next = take()) {
                Node node = next.node;
                List<Node> nodes = node == null ? new ArrayList<>() : node.path();
                List<Integer> chosen = node == null ? new ArrayList<>() : node.choices();
                if (node != null) {
                    chosen.add(next.part);
                }
                var trial = new Trial(nodes, chosen, next.asleep, parts, reduce, maxSteps);
                execute(own, next, trial, observers.get(), each);
                synchronized (lock) {
                    stopped |= stop.test(new Coverage(executions, redundant, steps, false, tooLong, left()));
                }
            }
        } catch (RuntimeException | Error e) {
            synchronized (lock) {
                broken = broken == null ? e : broken;
                stopped = true;
                lock.notifyAll();
            }
        }
    }

    private <O extends Observer> void execute(
            Subject own, Work work, Trial trial, O observer, BiConsumer<Execution, O> each) {
        Execution execution = null;
        boolean isTooLong = false;
        boolean isRedundant = false;
        try {
            execution = execute(own, trial, trial.and(observer));
        } catch (Redundant e) {
            isRedundant = true;
        } catch (TooLong e) {
            isTooLong = true;
        }
        var reversals = reduce ? new Reversals(trial) : null;
        if (reversals != null) {
            reversals.find(work.node == null ? 0 : work.node.depth + 1);
        }
        synchronized (lock) {
            active--;
            executions += execution == null ? 0 : 1;
            redundant += isRedundant ? 1 : 0;
            tooLong += isTooLong ? 1 : 0;
            steps += trial.steps().size();
            Node from = work.node;
            if (from != null) {
                from.starting = -1;
                settle(from, work.part, trial);
            }
            for (int i = trial.known(); i < trial.nodes().size(); i++) {
                settle(trial.nodes().get(i), trial.steps().get(i + 1).part(), trial);
            }
            if (reversals != null) {
                reversals.apply(this::opened);
            }
            lock.notifyAll();
            if (execution != null) {
                inspect(trial);
                each.accept(execution, observer);
            }
        }
    }

    /// What a part does next in a state is known, and what follows is explored: it sleeps in what follows other
    /// choices.
    private void settle(Node node, int part, Trial trial) {
        if (reduce && node.depth + 1 < trial.steps().size()) {
            node.asleep.put(part, trial.steps().get(node.depth + 1).footprint());
        }
        opened(node);
    }

    private void opened(Node node) {
        if (node.candidate() >= 0) {
            List<Node> same = open.computeIfAbsent(node.depth, d -> new ArrayList<>());
            if (!same.contains(node)) {
                same.add(node);
            }
        }
    }

    /// The deepest choice that is left; null when there is none, or the exploration is to stop.
    private @Nullable Work take() {
        synchronized (lock) {
            while (true) {
                if (stopped) {
                    return null;
                }
                if (!begun) {
                    begun = true;
                    active++;
                    return new Work(null, -1, Map.of());
                }
                Work next = deepest();
                if (next != null) {
                    active++;
                    return next;
                }
                if (active == 0) {
                    lock.notifyAll();
                    return null;
                }
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    stopped = true;
                }
            }
        }
    }

    private @Nullable Work deepest() {
        while (!open.isEmpty()) {
            Map.Entry<Integer, List<Node>> last = open.lastEntry();
            Node node = last.getValue().removeLast();
            if (last.getValue().isEmpty()) {
                open.remove(last.getKey());
            }
            int part = node.candidate();
            if (part >= 0) {
                node.wanted.clear(part);
                node.starting = part;
                node.tried++;
                return new Work(node, part, new HashMap<>(node.asleep));
            }
        }
        return null;
    }

    /// For tests: a complete run.
    void inspect(Trial trial) {}

    private static Execution execute(Subject own, Trial trial, Observer observer) {
        Answer answer = null;
        DiagnosticException failure = null;
        try {
            answer = own.run(trial, observer);
        } catch (DiagnosticException e) {
            failure = e;
        }
        return new Execution(answer, failure, trial.choices());
    }
}
