package sectile.check.machine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.check.Results;
import sectile.check.explore.Answer;
import sectile.check.problem.CheckCode;
import sectile.sim.workload.WorkloadResult;

/// What a workload left behind.
///
/// @param result with the values that are wrong
/// @param outputs arrays that must be the same in every order
/// @param printed lines that must be the same in every order, whichever comes first
public record WorkloadAnswer(WorkloadResult result, Map<String, NdArray> outputs, List<String> printed)
        implements Answer {
    public WorkloadAnswer {
        printed = printed.stream().sorted().toList();
    }

    public WorkloadAnswer(WorkloadResult result, Map<String, NdArray> outputs) {
        this(result, outputs, List.of());
    }

    /// Of a workload that checks its own values.
    public static WorkloadAnswer of(WorkloadResult result) {
        return new WorkloadAnswer(result, Map.of());
    }

    @Override
    public Optional<String> difference(Answer other) {
        return other instanceof WorkloadAnswer theirs
                ? Results.difference(outputs, theirs.outputs).or(() -> printed(theirs))
                : Optional.of("one of them is not of the same workload");
    }

    private Optional<String> printed(WorkloadAnswer theirs) {
        for (int i = 0; i < Math.max(printed.size(), theirs.printed.size()); i++) {
            String mine = line(printed, i);
            String other = line(theirs.printed, i);
            if (!mine.equals(other)) {
                return Optional.of("a kernel prints " + mine + " or " + other);
            }
        }
        return Optional.empty();
    }

    private static String line(List<String> lines, int number) {
        return number < lines.size() ? "`" + lines.get(number) + "`" : "nothing";
    }

    @Override
    public List<Diagnostic> mistakes() {
        if (result.ok()) {
            return List.of();
        }
        Diagnostic wrong = Diagnostic.error(
                        CheckCode.WRONG_VALUES,
                        Span.none(),
                        result.wrong() + " of " + result.checked() + " values are wrong; the first: "
                                + result.wrongValues().getFirst())
                .hint("`sectile run` shows the same values in the order of time");
        return List.of(wrong);
    }
}
