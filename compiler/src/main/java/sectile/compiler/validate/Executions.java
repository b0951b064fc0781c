package sectile.compiler.validate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import sectile.base.array.NdArray;
import sectile.base.diag.DiagnosticException;
import sectile.interp.Entries;
import sectile.interp.Interpreter;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;

/// What every entry function of a program computes on seeded inputs, on one rank and on two. An entry that runs on
/// neither, because it names more devices, is executed on the first larger number of ranks that it runs on.
///
/// @param outcomes by the function and the number of ranks
public record Executions(SequencedMap<Entry, Result> outcomes) {
    private static final List<Integer> RANKS = List.of(1, 2);
    private static final List<Integer> MORE_RANKS = List.of(4, 8, 16);

    /// A function, executed on so many ranks.
    public record Entry(String function, int ranks) {
        @Override
        public String toString() {
            return function + " on " + ranks + (ranks == 1 ? " rank" : " ranks");
        }
    }

    /// How the names of parameters begin that passes add: global memory for pipes and the like.
    private static final String AUXILIARY = "__";

    /// What came of one execution.
    public sealed interface Result {}

    /// Outputs by name, and what else was returned.
    public record Values(Map<String, NdArray> outputs, List<Object> scalars) implements Result {}

    /// The program did something it must not.
    public record Failure(String code) implements Result {}

    /// Executes the functions that no other calls.
    public static Executions of(Program program, long seed) {
        var outcomes = new LinkedHashMap<Entry, Result>();
        for (Function function : Entries.all(program)) {
            String name = function.name();
            boolean runs = false;
            for (int ranks : RANKS) {
                var entry = new Entry(name, ranks);
                Result result = execute(program, entry, seed);
                runs |= result instanceof Values;
                outcomes.put(entry, result);
            }
            for (int i = 0; i < MORE_RANKS.size() && !runs; i++) {
                var entry = new Entry(name, MORE_RANKS.get(i));
                Result result = execute(program, entry, seed);
                runs = result instanceof Values;
                if (runs) {
                    outcomes.put(entry, result);
                }
            }
        }
        return new Executions(outcomes);
    }

    /// Executes the same functions of another program on as many ranks.
    public Executions again(Program program, long seed) {
        var again = new LinkedHashMap<Entry, Result>();
        outcomes.keySet().forEach(entry -> again.put(entry, execute(program, entry, seed)));
        return new Executions(again);
    }

    private static Result execute(Program program, Entry entry, long seed) {
        return program.find(entry.function)
                .map(function -> execute(program, SeededInputs.run(function, entry.ranks, seed)))
                .orElseGet(() -> new Failure("missing"));
    }

    /// The functions that failed on every number of ranks, with the code of the first failure: of these nothing is
    /// compared but that they fail alike.
    public SequencedMap<String, String> failing() {
        var failing = new LinkedHashMap<String, String>();
        outcomes.forEach((entry, result) -> {
            if (result instanceof Failure failure) {
                failing.putIfAbsent(entry.function, failure.code);
            }
        });
        outcomes.forEach((entry, result) -> {
            if (result instanceof Values) {
                failing.remove(entry.function);
            }
        });
        return failing;
    }

    private static Result execute(Program program, Run run) {
        try {
            Outcome outcome = new Interpreter(program).run(run);
            var scalars = new ArrayList<Object>();
            for (Object result : outcome.results()) {
                if (!(result instanceof NdArray)) {
                    scalars.add(result);
                }
            }
            return new Values(outcome.outputs(), scalars);
        } catch (DiagnosticException e) {
            return new Failure(e.diagnostics().getFirst().code());
        }
    }

    /// The first thing that differs, in words; empty if the other executions computed the same.
    public Optional<String> difference(Executions other) {
        for (var entry : outcomes.entrySet()) {
            Result mine = entry.getValue();
            Result theirs = other.outcomes.get(entry.getKey());
            if (theirs == null) {
                return Optional.of(entry.getKey() + ": not executed");
            }
            Optional<String> found = difference(mine, theirs);
            if (found.isPresent()) {
                return Optional.of(entry.getKey() + ": " + found.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(Result mine, Result theirs) {
        return switch (mine) {
            case Failure failure ->
                theirs instanceof Failure other && other.code.equals(failure.code)
                        ? Optional.empty()
                        : Optional.of(text(failure) + " before, " + text(theirs) + " after");
            case Values values ->
                theirs instanceof Values other
                        ? difference(values, other)
                        : Optional.of(text(values) + " before, " + text(theirs) + " after");
        };
    }

    private static String text(Result result) {
        return switch (result) {
            case Failure failure -> "failed with " + failure.code;
            case Values values -> "ran";
        };
    }

    private static Optional<String> difference(Values mine, Values theirs) {
        Set<String> kept = new LinkedHashSet<>(theirs.outputs.keySet());
        kept.removeIf(name -> name.startsWith(AUXILIARY) && !mine.outputs.containsKey(name));
        if (!mine.outputs.keySet().equals(kept)) {
            return Optional.of("outputs " + mine.outputs.keySet() + " before, " + theirs.outputs.keySet() + " after");
        }
        for (var output : mine.outputs.entrySet()) {
            NdArray before = output.getValue();
            NdArray after = Objects.requireNonNull(theirs.outputs.get(output.getKey()));
            if (!before.shape().equals(after.shape()) || before.dtype() != after.dtype()) {
                return Optional.of("`" + output.getKey() + "` is " + before.shape() + " " + before.dtype() + " before, "
                        + after.shape() + " " + after.dtype() + " after");
            }
            for (long i = 0; i < before.elements(); i++) {
                if (before.bitsAt(i) != after.bitsAt(i)) {
                    return Optional.of("element " + i + " of `" + output.getKey() + "` is " + before.getDoubleAt(i)
                            + " before, " + after.getDoubleAt(i) + " after");
                }
            }
        }
        return mine.scalars.equals(theirs.scalars)
                ? Optional.empty()
                : Optional.of("returned " + mine.scalars + " before, " + theirs.scalars + " after");
    }
}
