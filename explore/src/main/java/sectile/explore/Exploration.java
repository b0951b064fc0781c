package sectile.explore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Progress;

/// Carries a [Plan] out.
public final class Exploration {
    private final Plan plan;
    private final Measurer measurer;
    private final Journal journal;
    private final Progress progress;
    private boolean formulasTried;

    public Exploration(Plan plan, Measurer measurer, Journal journal, Progress progress) {
        this.plan = plan;
        this.measurer = measurer;
        this.journal = journal;
        this.progress = progress;
    }

    /// A point in the making.
    private static final class Candidate {
        final int number;
        final List<String> values;
        List<String> words = List.of();

        @Nullable
        String rung;

        @Nullable
        Measured measured;

        Candidate(int number, List<String> values) {
            this.number = number;
            this.values = values;
        }
    }

    /// Measures everything.
    ///
    /// @throws DiagnosticException if a formula cannot be evaluated, no point can be run, or none satisfies the
    ///     constraints
    public Findings run() {
        List<Candidate> candidates = new ArrayList<>();
        for (List<String> values : new Points(plan.axes()).of(plan.search())) {
            candidates.add(new Candidate(candidates.size() + 1, values));
        }
        switch (plan.search()) {
            case Search.Grid _, Search.Sample _ -> measure(candidates, Optional.empty());
            case Search.Halving halving -> halve(candidates, halving);
        }
        Findings findings = new Findings(plan, rows(candidates));
        checkAny(findings);
        return findings;
    }

    private void halve(List<Candidate> candidates, Search.Halving halving) {
        List<Candidate> left = candidates;
        for (String rung : halving.rungs().values()) {
            for (Candidate candidate : left) {
                candidate.rung = rung;
            }
            measure(left, Optional.of(halving.rungs()));
            left = best(left, Math.ceilDiv(left.size(), halving.keep()));
        }
    }

    /// The best of some candidates, by layers of the Pareto order, then by the first objective.
    private List<Candidate> best(List<Candidate> candidates, int count) {
        List<Candidate> right = candidates.stream()
                .filter(candidate -> candidate.measured instanceof Measured.Run run && run.ok())
                .toList();
        List<List<Double>> objectives = right.stream().map(this::objectives).toList();
        int[] layers = Pareto.layers(objectives, plan.objectives());
        int sign = plan.objectives().getFirst().maximized() ? -1 : 1;
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < layers.length; i++) {
            order.add(i);
        }
        order.sort(Comparator.<Integer>comparingInt(i -> layers[i])
                .thenComparingDouble(i -> sign * objectives.get(i).getFirst())
                .thenComparingInt(i -> right.get(i).number));
        return order.stream()
                .limit(count)
                .map(right::get)
                .sorted(Comparator.comparingInt(candidate -> candidate.number))
                .toList();
    }

    private void measure(List<Candidate> candidates, Optional<Axis> rungs) {
        List<Job> jobs = new ArrayList<>();
        for (Candidate candidate : candidates) {
            candidate.words = words(candidate, rungs);
            candidate.measured = journal.find(candidate.words).orElse(null);
            if (candidate.measured == null) {
                jobs.add(new Job(candidate.number, candidate.words));
            } else {
                tryFormulas(candidate);
            }
        }
        Map<Integer, Candidate> byNumber = new LinkedHashMap<>();
        candidates.forEach(candidate -> byNumber.put(candidate.number, candidate));
        progress.begin("exploring");
        progress.part(candidates.size() - jobs.size(), candidates.size());
        int[] done = {candidates.size() - jobs.size()};
        if (!jobs.isEmpty()) {
            measurer.measure(jobs, (job, result) -> {
                journal.add(job.words(), result);
                Candidate candidate = Objects.requireNonNull(byNumber.get(job.number()));
                candidate.measured = result;
                tryFormulas(candidate);
                progress.part(++done[0], candidates.size());
            });
        }
    }

    private List<String> words(Candidate candidate, Optional<Axis> rungs) {
        List<String> words = new ArrayList<>();
        words.add("run");
        words.addAll(plan.words());
        for (int i = 0; i < plan.axes().size(); i++) {
            words.addAll(plan.axes().get(i).words(candidate.values.get(i)));
        }
        if (rungs.isPresent() && candidate.rung != null) {
            words.addAll(rungs.get().words(candidate.rung));
        }
        return words;
    }

    /// A mistake in a formula shows with the first figures, not after all points.
    private void tryFormulas(Candidate candidate) {
        if (!formulasTried && candidate.measured instanceof Measured.Run) {
            formulasTried = true;
            objectives(candidate);
            violated(candidate);
        }
    }

    private List<Double> objectives(Candidate candidate) {
        Map<String, Object> known = known(candidate);
        List<Double> values = new ArrayList<>();
        for (Objective objective : plan.objectives()) {
            double value = Formulas.number(objective, known);
            values.add(value);
            known.putIfAbsent(objective.name(), value);
        }
        return values;
    }

    private List<Constraint> violated(Candidate candidate) {
        Map<String, Object> known = known(candidate);
        for (Objective objective : plan.objectives()) {
            known.putIfAbsent(objective.name(), Formulas.number(objective, known));
        }
        return plan.constraints().stream()
                .filter(constraint -> !Formulas.holds(constraint, known))
                .toList();
    }

    /// The figures of a point and its place on the axes.
    private Map<String, Object> known(Candidate candidate) {
        Map<String, Object> known = new LinkedHashMap<>();
        if (candidate.measured instanceof Measured.Run(boolean _, Map<String, Object> figures)) {
            known.putAll(figures);
        }
        for (int i = 0; i < plan.axes().size(); i++) {
            known.put(plan.axes().get(i).name(), value(candidate.values.get(i)));
        }
        return known;
    }

    /// A value of an axis as Python reads it, else as text.
    static Object value(String text) {
        return text.matches("-?[0-9]{1,18}")
                ? (Object) Long.valueOf(text)
                : text.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")
                        ? Double.valueOf(text)
                        : text.equals("true") || text.equals("false") ? Boolean.valueOf(text) : text;
    }

    private List<Findings.Row> rows(List<Candidate> candidates) {
        List<Findings.Row> rows = new ArrayList<>();
        Optional<String> lastRung = plan.search() instanceof Search.Halving halving
                ? Optional.of(halving.rungs().values().getLast())
                : Optional.empty();
        for (Candidate candidate : candidates) {
            Measured measured = candidate.measured;
            if (measured == null) {
                throw new IllegalStateException("point " + candidate.number + " was not measured");
            }
            boolean ran = measured instanceof Measured.Run;
            Optional<String> rung = Optional.ofNullable(candidate.rung);
            rows.add(new Findings.Row(
                    candidate.number,
                    candidate.values,
                    rung,
                    candidate.words,
                    measured,
                    ran ? objectives(candidate) : List.of(),
                    ran ? violated(candidate) : List.of(),
                    rung.equals(lastRung),
                    false));
        }
        List<Findings.Row> counting = rows.stream().filter(Findings.Row::counts).toList();
        return rows.stream()
                .map(row -> row.withBest(row.counts()
                        && counting.stream()
                                .noneMatch(other ->
                                        Pareto.dominates(other.objectives(), row.objectives(), plan.objectives()))))
                .toList();
    }

    private void checkAny(Findings findings) {
        List<Findings.Row> failed = findings.failed();
        if (failed.size() == findings.rows().size()) {
            throw new DiagnosticException(failed.stream()
                    .map(row -> diagnostic((Measured.Failed) row.measured()))
                    .distinct()
                    .map(diagnostic -> diagnostic.note(Span.none(), "no point can be run"))
                    .toList());
        }
        List<Findings.Row> measured = findings.rows().stream()
                .filter(row -> row.last() && row.measured() instanceof Measured.Run)
                .toList();
        if (!measured.isEmpty()
                && measured.stream().noneMatch(row -> row.violated().isEmpty())) {
            Diagnostic diagnostic = Diagnostic.error(
                    ExploreCode.NOTHING_SATISFIES,
                    plan.constraints().getLast().span(),
                    "no point satisfies the constraints");
            for (Constraint constraint : plan.constraints()) {
                long count = measured.stream()
                        .filter(row -> !row.violated().contains(constraint))
                        .count();
                diagnostic = diagnostic.note(
                        Span.none(), "`" + constraint.formula() + "` alone: " + count + " of " + measured.size());
            }
            throw new DiagnosticException(diagnostic.hint("relax a constraint, or vary more"));
        }
    }

    /// Why a point could not be run.
    public static Diagnostic diagnostic(Measured.Failed failed) {
        return Diagnostic.error(DiagnosticCode.reported(failed.code()), Span.none(), failed.message())
                .hint(failed.hint());
    }
}
