package sectile.explore;

import java.util.List;
import java.util.Optional;

/// What an exploration found.
///
/// @param rows every point, in the order of the grid
public record Findings(Plan plan, List<Row> rows) {
    public Findings {
        rows = List.copyOf(rows);
    }

    /// A point.
    ///
    /// @param number from 1 on
    /// @param values one per axis
    /// @param rung the value of the rungs it was measured with last, if there are rungs
    /// @param words of the command line that repeats it
    /// @param objectives one per objective; empty if the point failed
    /// @param violated the constraints it does not satisfy
    /// @param last whether it was measured with the last rung, or there are no rungs
    /// @param best whether no other point beats it in all objectives
    public record Row(
            int number,
            List<String> values,
            Optional<String> rung,
            List<String> words,
            Measured measured,
            List<Double> objectives,
            List<Constraint> violated,
            boolean last,
            boolean best) {
        public Row {
            values = List.copyOf(values);
            words = List.copyOf(words);
            objectives = List.copyOf(objectives);
            violated = List.copyOf(violated);
        }

        /// Whether it can be compared with others.
        public boolean counts() {
            return last && violated.isEmpty() && measured instanceof Measured.Run run && run.ok();
        }

        Row withBest(boolean isBest) {
            return new Row(number, values, rung, words, measured, objectives, violated, last, isBest);
        }
    }

    /// The points that no other point beats, the best of the first objective first.
    public List<Row> front() {
        boolean more = plan.objectives().getFirst().maximized();
        return rows.stream()
                .filter(Row::best)
                .sorted((a, b) -> {
                    double one = a.objectives().getFirst();
                    double other = b.objectives().getFirst();
                    return one == other
                            ? Integer.compare(a.number(), b.number())
                            : more ? Double.compare(other, one) : Double.compare(one, other);
                })
                .toList();
    }

    /// Points that could not be run.
    public List<Row> failed() {
        return rows.stream()
                .filter(row -> row.measured() instanceof Measured.Failed)
                .toList();
    }

    /// Points whose values were wrong.
    public List<Row> wrong() {
        return rows.stream()
                .filter(row -> row.measured() instanceof Measured.Run run && !run.ok())
                .toList();
    }

    /// Points that do not satisfy a constraint.
    public List<Row> infeasible() {
        return rows.stream().filter(row -> !row.violated().isEmpty()).toList();
    }
}
