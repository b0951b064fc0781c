package sectile.cli.lang;

import sectile.check.Verifier;
import sectile.cli.command.Command;
import sectile.cli.command.Invocation;

/// A verb whose counterexamples can be replayed.
public interface Replayable extends Command {
    /// What a counterexample is of: it must not change until it is replayed.
    String text(Invocation call);

    /// Verifies the same again.
    ///
    /// @param ranks of the counterexample
    Verifier verifier(Invocation call, int ranks);

    /// Verifies what the command line names, as its options say; writes nothing.
    Verified verify(Invocation call);
}
