package sectile.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.check.explore.Answer;
import sectile.check.problem.CheckCode;

/// Finds shorter orders with fewer switches that show the same mistake.
final class Shrinking {
    /// So many other orders are tried to find one with fewer switches.
    private static final int TRIALS = 50;

    private final Verifier verifier;
    private final Optional<Answer> reference;

    /// @param reference what results are compared with
    private Shrinking(Verifier verifier, Optional<Answer> reference) {
        this.verifier = verifier;
        this.reference = reference;
    }

    /// @param expected what every run must leave behind, if that is known
    /// @param compared the order whose result others were compared with, if it is not
    static Finding shrunk(Verifier verifier, Optional<Answer> expected, Finding finding, List<String> compared) {
        boolean differs = finding.cause().equals(CheckCode.RESULTS_DIFFER.text()) && expected.isEmpty();
        return differs
                ? new Shrinking(verifier, verifier.firstCome()).differing(finding, compared)
                : new Shrinking(verifier, expected).shrunk(finding);
    }

    /// Of two orders with different results, one has another result than first come, first served.
    private Finding differing(Finding finding, List<String> compared) {
        for (List<String> choices : List.of(finding.choices(), compared)) {
            Optional<Finding> shown = replay(choices).finding(finding.cause());
            if (shown.isPresent()) {
                Finding shorter = shrunk(shown.get());
                return replay(shorter.choices()).finding(finding.cause()).orElseThrow();
            }
        }
        return finding;
    }

    /// Leaves out the end of the order while the rest, continued first come, first served, still shows the mistake,
    /// then
    /// lets parts continue where another need not come first.
    private Finding shrunk(Finding finding) {
        List<String> choices = withoutEnd(finding.choices(), finding.cause());
        return finding.with(withoutEnd(calmer(choices, finding.cause()), finding.cause()));
    }

    private Verifier.Replay replay(List<String> choices) {
        return verifier.replay(choices, reference);
    }

    private List<String> withoutEnd(List<String> all, String cause) {
        List<String> choices = all;
        for (int step = choices.size(); step >= 1; step /= 2) {
            while (step <= choices.size()) {
                List<String> shorter = choices.subList(0, choices.size() - step);
                if (!replay(shorter).shows(cause)) {
                    break;
                }
                choices = shorter;
            }
        }
        return choices;
    }

    /// Fewer switches between parts, then fewer operations.
    private List<String> calmer(List<String> choices, String cause) {
        List<String> best = choices;
        long least = effort(replay(best), cause);
        int left = TRIALS;
        for (int i = 1; i < best.size() && left > 0; i++) {
            if (!best.get(i).equals(best.get(i - 1))) {
                var other = new ArrayList<>(best);
                other.set(i, best.get(i - 1));
                Verifier.Replay tried = replay(other);
                left--;
                if (!tried.hasDiverged() && tried.shows(cause) && effort(tried, cause) < least) {
                    best = other;
                    least = effort(tried, cause);
                }
            }
        }
        return best;
    }

    private static long effort(Verifier.Replay replay, String cause) {
        List<Operation> operations = replay.leadingTo(cause);
        long switches = 0;
        for (int i = 1; i < operations.size(); i++) {
            switches += operations.get(i).actor().id()
                            == operations.get(i - 1).actor().id()
                    ? 0
                    : 1;
        }
        return (switches << Integer.SIZE) + operations.size();
    }
}
