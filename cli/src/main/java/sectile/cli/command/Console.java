package sectile.cli.command;

import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Printable;
import sectile.base.json.JsonWriter;

/// Where a verb writes: its result to standard output, progress and problems to standard error.
///
/// When the user asked for JSON, standard output is exactly one document, and text goes to standard error.
public final class Console {
    private static final String RED = "\u001B[31m";
    private static final String PLAIN = "\u001B[0m";
    /// Goes back to the first column and clears the line.
    private static final String START_OF_LINE = "\r\u001b[K";

    private final WatchedOutput watched;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean colour;
    private boolean json;
    private boolean documentWritten;
    private final boolean terminal;
    private boolean statusShown;

    public Console(OutputStream out, OutputStream err, boolean colour) {
        this(out, err, colour, false);
    }

    /// @param colour whether standard error shows colours
    /// @param terminal whether standard error is a terminal, which shows a line of progress
    public Console(OutputStream out, OutputStream err, boolean colour, boolean terminal) {
        this.watched = new WatchedOutput(out);
        this.out = new PrintStream(watched, false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.colour = colour;
        this.terminal = terminal;
    }

    /// Whether what is written may have colours.
    public boolean isColoured() {
        return colour;
    }

    /// Whether standard error is a terminal.
    public boolean isTerminal() {
        return terminal;
    }

    /// Shows a line that the next output, or the next status, replaces; an empty one removes it. Only on a terminal.
    public synchronized void status(String line) {
        if (terminal && (statusShown || !line.isEmpty())) {
            err.print(START_OF_LINE + Printable.line(line));
            err.flush();
            statusShown = !line.isEmpty();
        }
    }

    /// From here on the answer is a JSON document.
    public void answerInJson() {
        json = true;
    }

    public boolean answersInJson() {
        return json;
    }

    /// Whether the document that [#answerInJson] promised is still to come.
    public synchronized boolean owesDocument() {
        return json && !documentWritten;
    }

    /// Writes the document. Nothing of it is written unless all of it can be.
    public synchronized void document(Consumer<JsonWriter> content) {
        if (!owesDocument()) {
            throw new IllegalStateException(json ? "a second JSON document" : "a JSON document that was not asked for");
        }
        var text = new StringBuilder();
        try (var writer = JsonWriter.pretty(text)) {
            content.accept(writer);
        }
        status("");
        out.print(text);
        documentWritten = true;
    }

    /// Writes lines of the result. Control characters, perhaps of a file name, do not reach the terminal.
    public void print(String text) {
        printExactly(Printable.text(text));
    }

    /// Writes lines of the result that report something wrong, in red where there are colours.
    public void alarm(String text) {
        if (!text.isEmpty()) {
            printExactly(colour ? RED + Printable.text(text) + PLAIN : Printable.text(text));
        }
    }

    /// Writes the content of a file, exactly as given.
    public synchronized void printExactly(String text) {
        status("");
        (json ? err : out).print(text);
    }

    /// Writes a line to standard error: progress, or what went wrong.
    public synchronized void note(String line) {
        status("");
        err.println(Printable.line(line));
    }

    /// Shows diagnostics with their excerpts.
    public synchronized void show(List<Diagnostic> diagnostics) {
        status("");
        err.print(new DiagnosticRenderer(colour).renderAll(diagnostics));
    }

    /// Shows an error of ours, for the report we ask the user to make.
    public synchronized void show(Throwable thrown) {
        status("");
        var trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        err.print(Printable.text(trace.toString()));
    }

    /// Sends what is buffered and says why standard output took no more, if it did not.
    public synchronized Optional<String> finish() {
        status("");
        out.flush();
        err.flush();
        return watched.failure();
    }
}
