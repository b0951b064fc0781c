package sectile.explore;

import java.util.ArrayList;
import java.util.List;

/// How much an axis matters to an objective: for each of its values, the mean of the objective over the points that
/// have it.
///
/// @param effect the difference of the largest and the smallest of these means, as a part of the mean of all points
/// @param best the value with the best mean
public record Sensitivity(Axis axis, Objective objective, List<Mean> means, double effect, String best) {
    /// The mean over the points of one value.
    public record Mean(String value, double mean, long points) {}

    public Sensitivity {
        means = List.copyOf(means);
    }

    /// For every axis with several values and every objective; none if no point counts.
    public static List<Sensitivity> of(Findings findings) {
        List<Sensitivity> all = new ArrayList<>();
        List<Findings.Row> rows =
                findings.rows().stream().filter(Findings.Row::counts).toList();
        Plan plan = findings.plan();
        for (int o = 0; o < plan.objectives().size(); o++) {
            for (int a = 0; a < plan.axes().size(); a++) {
                if (plan.axes().get(a).values().size() > 1 && !rows.isEmpty()) {
                    all.add(of(plan, a, o, rows));
                }
            }
        }
        return all;
    }

    private static Sensitivity of(Plan plan, int axis, int objective, List<Findings.Row> rows) {
        List<Mean> means = new ArrayList<>();
        for (String value : plan.axes().get(axis).values()) {
            List<Findings.Row> those = rows.stream()
                    .filter(row -> row.values().get(axis).equals(value))
                    .toList();
            if (!those.isEmpty()) {
                means.add(new Mean(value, mean(those, objective), those.size()));
            }
        }
        double least = means.stream().mapToDouble(Mean::mean).min().orElseThrow();
        double most = means.stream().mapToDouble(Mean::mean).max().orElseThrow();
        double all = Math.abs(mean(rows, objective));
        double wanted = plan.objectives().get(objective).maximized() ? most : least;
        String best = means.stream()
                .filter(mean -> mean.mean == wanted)
                .findFirst()
                .orElseThrow()
                .value();
        return new Sensitivity(
                plan.axes().get(axis),
                plan.objectives().get(objective),
                means,
                all == 0 ? 0 : (most - least) / all,
                best);
    }

    private static double mean(List<Findings.Row> rows, int objective) {
        double sum = 0;
        for (Findings.Row row : rows) {
            sum += row.objectives().get(objective);
        }
        return sum / rows.size();
    }
}
