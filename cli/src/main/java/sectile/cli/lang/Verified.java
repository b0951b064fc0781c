package sectile.cli.lang;

import java.util.List;
import java.util.Optional;
import sectile.check.Counterexample;
import sectile.check.Finding;
import sectile.check.Verification;
import sectile.check.race.MemoryOrder;

/// What `sectile verify` found out.
///
/// @param title what was verified
/// @param done for each number of ranks, up to the first with findings
/// @param text what a counterexample is of
/// @param words a command line that verifies the same, after `sectile`
public record Verified(String title, MemoryOrder order, List<Verification> done, String text, List<String> words) {
    public Verified {
        done = List.copyOf(done);
        words = List.copyOf(words);
    }

    public Verification last() {
        return done.getLast();
    }

    /// The findings, all of one number of ranks.
    public List<Finding> findings() {
        return last().findings();
    }

    /// A line for every number of ranks.
    public String summary() {
        return VerificationText.of(title, order, done);
    }

    /// The order that shows the first finding.
    public Optional<Counterexample> counterexample() {
        return findings().stream()
                .findFirst()
                .map(first -> new Counterexample(
                        first.cause(), Counterexample.hash(text), first.ranks(), words, first.choices()));
    }
}
