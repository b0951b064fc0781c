package sectile.check.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.observe.Observer;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;

/// Runs a program in every order of its concurrent parts that makes a difference: one run for each class
/// of orders that differ only in steps that do not touch the same things (dynamic partial-order reduction
/// with source sets and sleep sets). Nothing is stored but the choices that lead to the current run.
public class Exploration {
    private final Interpreter interpreter;
    private final Run run;
    private final boolean reduce;
    private final int maxSteps;
    private final Parts parts = new Parts();
    private final List<Choice> stack = new ArrayList<>();

    /// One run.
    ///
    /// @param outcome what came of it; null when it failed
    /// @param failure why it failed: it is stuck, or did something it must not; null when it did not
    /// @param choices the part that made each step, for `sectile.base.order.Replayed`
    public record Execution(
            @Nullable Outcome outcome, @Nullable DiagnosticException failure, List<String> choices) {}

    /// How far an exploration came.
    ///
    /// @param executions complete runs, one for every class when orders are reduced
    /// @param redundant runs that were given up because others cover them
    /// @param steps of all runs
    /// @param complete whether every class was explored
    /// @param tooLong runs that were given up because they had too many steps
    public record Coverage(long executions, long redundant, long steps, boolean complete, long tooLong) {}

    /// @param reduce whether to run one order of each class; otherwise all orders are run
    /// @param maxSteps the longest run
    public Exploration(Interpreter interpreter, Run run, boolean reduce, int maxSteps) {
        this.interpreter = interpreter;
        this.run = run;
        this.reduce = reduce;
        this.maxSteps = maxSteps;
    }

    /// Explores until all is explored or it is told to stop.
    ///
    /// @param observers makes an observer for every run
    /// @param each is told of every complete run, after its observer has seen all of it
    /// @param stop is asked after every run
    public <O extends Observer> Coverage run(
            Supplier<O> observers, BiConsumer<Execution, O> each, BooleanSupplier stop) {
        long executions = 0;
        long redundant = 0;
        long steps = 0;
        long tooLong = 0;
        int from = 0;
        while (true) {
            var trial = new Trial(stack, parts, reduce, maxSteps);
            O observer = observers.get();
            boolean complete = false;
            try {
                Execution execution = execute(trial, trial.and(observer));
                executions++;
                complete = true;
                each.accept(execution, observer);
            } catch (Redundant e) {
                redundant++;
            } catch (TooLong e) {
                tooLong++;
            }
            steps += trial.steps().size();
            if (reduce) {
                new Reversals(trial, stack, parts).find(from);
            }
            if (complete) {
                inspect(trial);
            }
            if (!advance(trial)) {
                return new Coverage(executions, redundant, steps, tooLong == 0, tooLong);
            }
            from = stack.size();
            if (stop.getAsBoolean()) {
                return new Coverage(executions, redundant, steps, false, tooLong);
            }
        }
    }

    /// For tests: a complete run, once it was compared.
    void inspect(Trial trial) {}

    private Execution execute(Trial trial, Observer observer) {
        Outcome outcome = null;
        DiagnosticException failure = null;
        try {
            outcome = interpreter.run(run.ordered(() -> trial).watchedBy(observer));
        } catch (DiagnosticException e) {
            failure = e;
        }
        return new Execution(outcome, failure, choices());
    }

    /// The choices among several, as they are recorded.
    private List<String> choices() {
        var choices = new ArrayList<String>();
        for (Choice choice : stack) {
            if (choice.enabled.cardinality() > 1) {
                choices.add(parts.path(choice.chosen));
            }
        }
        return choices;
    }

    /// Goes back to the last choice that has another part to try.
    private boolean advance(Trial trial) {
        while (!stack.isEmpty()) {
            Choice choice = stack.getLast();
            int depth = stack.size();
            if (reduce && depth < trial.steps().size()) {
                choice.asleep.put(choice.chosen, trial.steps().get(depth).footprint());
            }
            choice.wanted.clear(choice.chosen);
            int next = -1;
            for (int part = choice.wanted.nextSetBit(0); part >= 0; part = choice.wanted.nextSetBit(part + 1)) {
                if (!choice.asleep.containsKey(part)) {
                    next = part;
                    break;
                }
            }
            if (next >= 0) {
                choice.chosen = next;
                return true;
            }
            stack.removeLast();
        }
        return false;
    }
}
