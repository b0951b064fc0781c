package sectile.cli.lang;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.check.Counterexample;
import sectile.check.Finding;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;
import sectile.check.superfluous.Superfluous;

/// What `sectile verify` found out.
///
/// @param title what was verified
/// @param done for each number of ranks, up to the first with findings
/// @param text what a counterexample is of
/// @param words a command line that verifies the same, after `sectile`
/// @param superfluous what could be left out, if that was asked for: of messages and programs, then of credits
public record Verified(
        String title,
        MemoryOrder order,
        List<Verification> done,
        String text,
        List<String> words,
        List<Superfluous.Answer> superfluous) {
    public Verified {
        done = List.copyOf(done);
        words = List.copyOf(words);
        superfluous = List.copyOf(superfluous);
    }

    public Verification last() {
        return done.getLast();
    }

    /// The findings, all of one number of ranks.
    public List<Finding> findings() {
        return last().findings();
    }

    /// What is not a mistake, but worth knowing. Credits are only counted: no program can leave one out.
    public List<Diagnostic> remarks() {
        return superfluous.isEmpty() ? List.of() : superfluous.getFirst().diagnostics();
    }

    /// A line for every number of ranks, then what could be left out.
    public String summary() {
        return VerificationText.of(title, order, done) + (superfluous.isEmpty() ? "" : SuperfluousText.of(superfluous));
    }

    /// The order that shows the first finding.
    public Optional<Counterexample> counterexample() {
        return findings().stream()
                .findFirst()
                .map(first -> new Counterexample(
                        first.cause(), Counterexample.hash(text), first.ranks(), words, first.choices()));
    }
}
