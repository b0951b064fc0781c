package sectile.check;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.array.NdArray;
import sectile.base.limit.Limits;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.check.explore.Answer;
import sectile.check.explore.Subject;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;

/// A tile program on the interpreter.
public final class ProgramSubject implements Subject {
    private final Program program;
    private final Interpreter interpreter;
    private final Run run;
    private final Set<String> ignored;

    public ProgramSubject(Program program, Run run) {
        this(program, run, Set.of());
    }

    /// @param ignored outputs that are no results
    public ProgramSubject(Program program, Run run, Set<String> ignored) {
        this.program = program;
        this.interpreter = new Interpreter(program);
        this.run = run;
        this.ignored = Set.copyOf(ignored);
    }

    /// What the program left behind.
    ///
    /// @param ignored outputs that are no results
    public record Result(Outcome outcome, Set<String> ignored) implements Answer {
        @Override
        public Optional<String> difference(Answer other) {
            return other instanceof Result(Outcome theirs, Set<String> i)
                    ? Results.difference(results(), theirs.outputs()).or(() -> scalars(theirs))
                    : Optional.of("one of them is not of the same program");
        }

        private Map<String, NdArray> results() {
            var results = new LinkedHashMap<>(outcome.outputs());
            results.keySet().removeAll(ignored);
            return results;
        }

        private Optional<String> scalars(Outcome theirs) {
            Object[] mine = scalarResults(outcome);
            Object[] others = scalarResults(theirs);
            return Arrays.equals(mine, others)
                    ? Optional.empty()
                    : Optional.of("the result is " + Arrays.toString(mine) + " or " + Arrays.toString(others));
        }

        private static Object[] scalarResults(Outcome of) {
            return of.results().stream().filter(r -> !(r instanceof NdArray)).toArray();
        }
    }

    @Override
    public Answer run(Order order, Observer observer) {
        return new Result(interpreter.run(run.ordered(() -> order).watchedBy(observer)), ignored);
    }

    @Override
    public Subject apart() {
        return new ProgramSubject(
                program, run.within(Limits.ofMemory(run.limits().memoryBytes())), ignored);
    }
}
