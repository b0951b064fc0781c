package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.observe.Actor;
import sectile.check.Verdict;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.check.fault.Faults;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;

/// What goes wrong while `verify` runs something.
final class FaultOptions {
    @Parameter(
            names = "--faults",
            placeholder = "FAULT,…",
            splitter = Values.Unsplit.class,
            description = "what goes wrong: " + Faults.FORMS)
    private @Nullable String faults;

    Faults read(Invocation call) {
        if (faults == null) {
            return new Faults(List.of());
        }
        Diagnostics problems = new Diagnostics();
        Faults read = Faults.parse(faults, call.spanOf("--faults"), problems);
        problems.throwIfErrors();
        return read;
    }

    /// What is verified, with what goes wrong.
    String title(String of) {
        return faults == null ? of : of + " with `" + faults + "`";
    }

    /// The option again.
    List<String> words() {
        String text = faults;
        return text == null ? List.of() : List.of("--faults", text);
    }

    /// Runs the order in which all that is slow or late comes last, then all others.
    ///
    /// @param isOf whether an actor, or an engine that works for it, is of a rank
    Verification search(Invocation call, SearchOptions search, Verifier verifier, BiPredicate<Actor, Integer> isOf) {
        return read(call)
                .late(isOf)
                .map(verifier::once)
                .filter(late -> late.verdict() == Verdict.FOUND)
                .orElseGet(() -> search.search(call, verifier));
    }
}
