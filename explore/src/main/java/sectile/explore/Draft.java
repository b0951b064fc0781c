package sectile.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Collects what a file and a command line say about an exploration.
public final class Draft {
    private static final int USUAL_KEEP = 2;
    /// What a point must not write or show itself.
    private static final Set<String> REFUSED =
            Set.of("--json", "--report", "--trace", "--op-log", "--what-if", "--help", "-h");

    private List<String> words = List.of();
    private final List<Axis> axes = new ArrayList<>();
    private final List<Objective> objectives = new ArrayList<>();
    private final List<Constraint> constraints = new ArrayList<>();
    private int samples;
    private long seed = 1;
    private @Nullable Axis rungs;
    private int keep;
    private Span keepSpan = Span.none();

    public void words(List<String> given) {
        words = List.copyOf(given);
    }

    public List<String> words() {
        return words;
    }

    /// Adds an axis; one that the command line gives replaces that of the file.
    public void vary(Axis axis) {
        axes.add(axis);
    }

    /// Takes over an axis of the command line in place of that of the file.
    public void replace(Axis axis) {
        axes.removeIf(other -> other.key().equals(axis.key())
                && !other.span().source().equals(axis.span().source()));
        axes.add(axis);
    }

    public void objective(Objective objective) {
        objectives.add(objective);
    }

    public void where(Constraint constraint) {
        constraints.add(constraint);
    }

    public void samples(int count) {
        samples = count;
    }

    public void seed(long newSeed) {
        seed = newSeed;
    }

    public long seed() {
        return seed;
    }

    public void rungs(Axis axis) {
        rungs = axis;
    }

    /// One of so many goes on to the next rung.
    public void keep(int one, Span span) {
        keep = one;
        keepSpan = span;
    }

    /// The plan, if it makes sense.
    public Plan plan() {
        if (words.isEmpty()) {
            throw wrong(
                    ExploreCode.NO_WORKLOAD,
                    Span.none(),
                    "no workload is named",
                    "write its words after `--`, as in: explore --vary … -- gemm --m 256");
        }
        for (String word : words) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (REFUSED.contains(option)) {
                throw wrong(
                        ExploreCode.OPTION_OF_ONE_RUN,
                        Span.none(),
                        "the workload of an exploration cannot have `" + option + "`",
                        "leave it out, and repeat the point of interest with it");
            }
        }
        if (axes.isEmpty()) {
            throw wrong(
                    ExploreCode.NOTHING_VARIES,
                    Span.none(),
                    "nothing is varied",
                    "add --vary PATH=VALUE,… or --vary --option=VALUE,…");
        }
        List<Axis> all = new ArrayList<>(axes);
        Optional.ofNullable(rungs).ifPresent(all::add);
        for (Axis axis : all) {
            boolean fixed = axis.isOption()
                    ? words.stream().anyMatch(word -> word.equals(axis.key()) || word.startsWith(axis.key() + "="))
                    : words.stream()
                            .anyMatch(word ->
                                    word.startsWith(axis.key() + "=") || word.startsWith("--set=" + axis.key() + "="));
            if (fixed) {
                throw wrong(
                        ExploreCode.FIXED_BY_WORKLOAD,
                        axis.span(),
                        "`" + axis.key() + "` is varied and given in the workload, too",
                        "keep one of them");
            }
        }
        if (rungs != null && axes.stream().anyMatch(axis -> axis.key().equals(rungs.key()))) {
            throw wrong(
                    ExploreCode.AXIS_TWICE,
                    rungs.span(),
                    "`" + rungs.key() + "` is varied twice",
                    "it cannot be an axis and the rungs");
        }
        if (rungs != null && rungs.values().size() < 2) {
            throw wrong(
                    ExploreCode.BAD_RUNGS,
                    rungs.span(),
                    "one rung cannot leave anything out",
                    "name at least two values, the cheapest first");
        }
        if (rungs == null && keep > 0) {
            throw wrong(
                    ExploreCode.KEEP_WITHOUT_RUNGS,
                    keepSpan,
                    "`keep` has no effect without rungs",
                    "add --rungs --option=VALUE,…");
        }
        Search some = samples > 0 ? new Search.Sample(samples, seed) : new Search.Grid();
        Search search = rungs == null ? some : new Search.Halving(some, rungs, keep == 0 ? USUAL_KEEP : keep);
        return new Plan(words, axes, search, objectives, constraints);
    }

    private static DiagnosticException wrong(DiagnosticCode code, Span span, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, span, message).hint(hint));
    }
}
