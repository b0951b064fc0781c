package sectile.explore;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// What to explore.
///
/// @param words of the workload, as they follow `sectile run`
/// @param objectives at least one, the first of which orders tables
public record Plan(
        List<String> words, List<Axis> axes, Search search, List<Objective> objectives, List<Constraint> constraints) {
    public Plan {
        words = List.copyOf(words);
        axes = Axes.named(axes);
        objectives = objectives.isEmpty() ? List.of(Objective.latency()) : List.copyOf(objectives);
        constraints = List.copyOf(constraints);
        Set<String> names = new HashSet<>();
        for (Objective objective : objectives) {
            if (!names.add(objective.name())) {
                throw new DiagnosticException(Diagnostic.error(
                                ExploreCode.OBJECTIVE_TWICE,
                                objective.span(),
                                "two objectives are called `" + objective.name() + "`")
                        .hint("give one of them another name: NAME=FORMULA"));
            }
        }
    }

    /// The latency at every point of a grid.
    public static Plan of(List<String> words, List<Axis> axes) {
        return new Plan(words, axes, new Search.Grid(), List.of(), List.of());
    }
}
