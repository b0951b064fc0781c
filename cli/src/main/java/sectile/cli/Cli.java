package sectile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.CommandLine;
import sectile.cli.command.Console;
import sectile.cli.command.ExitCode;
import sectile.cli.command.FileErrors;
import sectile.cli.command.OptionReader;

/// One run of the program, from the words of the command line to the exit code. All errors end here.
final class Cli {
    private final Console console;
    private final Verbs verbs;

    Cli(Console console) {
        this(console, Verbs.standard());
    }

    Cli(Console console, Verbs verbs) {
        this.console = console;
        this.verbs = verbs;
    }

    ExitCode run(List<String> words) {
        var line = new CommandLine(words);
        ExitCode code;
        try {
            code = dispatch(line);
        } catch (DiagnosticException e) {
            code = userError(e.diagnostics());
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            code = userError(List.of(FileErrors.diagnose(e)));
        } catch (Throwable e) {
            code = ourError(line, e);
        }
        Optional<String> failure = console.finish();
        if (failure.isEmpty()) {
            return code;
        }
        if (failure.get().contains("Broken pipe")) {
            return ExitCode.BROKEN_PIPE;
        }
        return userError(List.of(
                Diagnostic.error("CLI-110", Span.none(), "standard output cannot be written: " + failure.get())));
    }

    private ExitCode dispatch(CommandLine line) throws IOException {
        List<String> words = line.words();
        if (words.isEmpty()) {
            Overview.of(new Target.Program(), verbs).lines().forEach(console::note);
            return ExitCode.USER_ERROR;
        }
        List<String> options =
                words.stream().takeWhile(word -> !word.equals("--")).toList();
        boolean helpWanted = options.stream().anyMatch(Verbs::isHelp);
        // Known before the words are understood, because what is wrong with them is told in JSON, too.
        if (options.contains("--json") && !helpWanted) {
            console.answerInJson();
        }
        Target target = verbs.find(words, line.spans());
        if (helpWanted) {
            console.print(Overview.of(target, verbs));
            return ExitCode.OK;
        }
        return switch (target) {
            case Target.Verb(var command, int used) -> run(command, line, used);
            case Target.Group group -> throw new DiagnosticException(incomplete(line, group));
            case Target.Program() -> throw new IllegalStateException("no verb in " + words);
        };
    }

    private ExitCode run(Command command, CommandLine line, int wordsOfName) throws IOException {
        return command.run(new OptionReader(command).read(line, wordsOfName, console));
    }

    private static Diagnostic incomplete(CommandLine line, Target.Group group) {
        List<String> members = group.members().stream().map(Command::name).toList();
        return Diagnostic.error("CLI-108", line.end(), "`" + group.word() + "` alone is not a verb")
                .hint("one of: " + String.join(", ", members));
    }

    private ExitCode userError(List<Diagnostic> diagnostics) {
        console.show(diagnostics);
        if (console.owesDocument()) {
            console.document(Failure.of(diagnostics));
        }
        return ExitCode.USER_ERROR;
    }

    private ExitCode ourError(CommandLine line, Throwable thrown) {
        console.note("sectile: an error inside Sectile, not in what you gave it.");
        console.note("Please report it with everything below; CONTRIBUTING.md says how.");
        if (thrown instanceof OutOfMemoryError) {
            console.note("(Memory ran out. More may help: SECTILE_JAVA_OPTS=-Xmx8g ./sectile ...)");
        }
        console.note("");
        console.note("command: sectile " + String.join(" ", line.words()));
        console.note("version: " + Version.text());
        console.show(thrown);
        if (console.owesDocument()) {
            console.document(Failure.of(thrown));
        }
        return ExitCode.INTERNAL_ERROR;
    }
}
