package sectile.cli.command;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;

/// Where a verb writes: its result to standard output, everything about the way there to standard error.
public final class Console {
    private final WatchedOutput watched;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean colour;

    public Console(OutputStream out, OutputStream err, boolean colour) {
        this.watched = new WatchedOutput(out);
        this.out = new PrintStream(watched, false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.colour = colour;
    }

    /// Writes result text, exactly as given.
    public void print(String text) {
        out.print(text);
    }

    /// Writes a line about the way to the result: progress, or what went wrong.
    public void note(String line) {
        err.println(line);
    }

    /// Shows diagnostics with their excerpts.
    public void show(List<Diagnostic> diagnostics) {
        err.print(new DiagnosticRenderer(colour).renderAll(diagnostics));
    }

    /// Shows an error of ours, for the report we ask the user to make.
    public void show(Throwable thrown) {
        thrown.printStackTrace(err);
    }

    /// Sends what is buffered and says why standard output took no more, if it did not.
    public Optional<String> finish() {
        out.flush();
        err.flush();
        return watched.failure();
    }
}
