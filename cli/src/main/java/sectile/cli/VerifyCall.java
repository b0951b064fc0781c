package sectile.cli;

import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import sectile.base.diag.DiagnosticException;
import sectile.cli.command.CommandLine;
import sectile.cli.command.Console;
import sectile.cli.command.FileErrors;
import sectile.cli.command.Invocation;
import sectile.cli.command.OptionReader;
import sectile.cli.lang.Replayable;
import sectile.cli.lang.Verified;

/// `sectile verify` for other programs: it returns what was found and prints nothing.
public final class VerifyCall {
    private VerifyCall() {}

    /// Verifies what a command line names.
    ///
    /// @param words of the command line after `sectile`, the first of which is `verify`
    /// @throws DiagnosticException with everything that is wrong with the words or the file
    public static Verified run(List<String> words) {
        var line = new CommandLine(words);
        try {
            if (!(Verbs.standard().find(words, line.spans()) instanceof Target.Verb(Replayable verb, int used))) {
                throw new IllegalArgumentException("a command line that does not verify: " + words);
            }
            Invocation call = new OptionReader(verb)
                    .read(
                            line,
                            used,
                            new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false));
            return verb.verify(call);
        } catch (DiagnosticException e) {
            throw new DiagnosticException(
                    e.diagnostics().stream().map(line::locate).toList());
        } catch (UncheckedIOException | InvalidPathException e) {
            throw new DiagnosticException(line.locate(FileErrors.diagnose(e)));
        }
    }
}
