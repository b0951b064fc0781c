package sectile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.OutOfMemory;
import sectile.cli.command.Command;
import sectile.cli.command.CommandLine;
import sectile.cli.command.Console;
import sectile.cli.command.ExitCode;
import sectile.cli.command.FileErrors;
import sectile.cli.command.Invocation;
import sectile.cli.command.OptionReader;
import sectile.cli.problem.CliCode;
import sectile.runtime.device.MissingException;
import sectile.sim.kernel.KernelLine;

/// One run of the program, from the words of the command line to the exit code. All errors end here.
final class Cli {
    private final Console console;
    private final Verbs verbs;
    private final IntConsumer exit;

    /// A program that never ends the process, not even when a verb works on past its limits.
    Cli(Console console, Verbs verbs) {
        this(console, verbs, code -> {});
    }

    /// @param exit ends the process with an exit code
    Cli(Console console, Verbs verbs, IntConsumer exit) {
        this.console = console;
        this.verbs = verbs;
        this.exit = exit;
    }

    ExitCode run(List<String> words) {
        var line = new CommandLine(words);
        ExitCode code;
        try {
            code = dispatch(line);
        } catch (MissingException e) {
            code = failed(
                    ExitCode.MISSING, e.diagnostics().stream().map(line::locate).toList());
        } catch (DiagnosticException e) {
            code = userError(e.diagnostics().stream().map(line::locate).toList());
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            code = userError(List.of(line.locate(FileErrors.diagnose(e))));
        } catch (Throwable e) {
            code = isOutOfMemory(e)
                    ? userError(List.of(OutOfMemory.full(Runtime.getRuntime().maxMemory())))
                    : ourError(line, e);
        }
        Optional<String> failure = console.finish();
        if (failure.isEmpty()) {
            return code;
        }
        if (failure.get().contains("Broken pipe")) {
            return ExitCode.BROKEN_PIPE;
        }
        return userError(List.of(Diagnostic.error(
                CliCode.OUTPUT_NOT_WRITTEN, Span.none(), "standard output cannot be written: " + failure.get())));
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
        OptionReader options =
                new OptionReader(command, option -> verbs.guesses().option(command, option, line.words()));
        Invocation call = options.read(line, wordsOfName, console);
        if (!command.isLimited()) {
            return command.run(call);
        }
        call.limits().progress().begin(command.name());
        Thread worker = Thread.currentThread();
        try (Watchdog _ = Watchdog.start(call.limits(), options.limits().timeout(), console, why -> end(why, worker))) {
            return command.run(call);
        }
    }

    /// Ends the process while a verb works on.
    private void end(Diagnostic reason, Thread worker) {
        Throwable where = new Throwable();
        where.setStackTrace(worker.getStackTrace());
        Optional<String> line = Optional.of(where)
                .filter(KernelLine::isInOperation)
                .map(kernel -> KernelLine.text(KernelLine.of(kernel)))
                .filter(text -> !text.isEmpty());
        userError(List.of(line.map(kernel -> reason.note(Span.none(), "in a kernel at " + kernel))
                .orElse(reason)));
        console.finish();
        exit.accept(ExitCode.USER_ERROR.number());
    }

    private static Diagnostic incomplete(CommandLine line, Target.Group group) {
        List<String> members = group.members().stream().map(Command::name).toList();
        return Diagnostic.error(CliCode.MISSING_ARGUMENT, line.end(), "`" + group.word() + "` alone is not a verb")
                .hint("one of: " + String.join(", ", members));
    }

    private static boolean isOutOfMemory(Throwable thrown) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (at instanceof OutOfMemoryError) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private ExitCode userError(List<Diagnostic> diagnostics) {
        return failed(ExitCode.USER_ERROR, diagnostics);
    }

    private ExitCode failed(ExitCode code, List<Diagnostic> diagnostics) {
        console.show(diagnostics);
        if (console.owesDocument()) {
            console.document(Failure.of(code, diagnostics));
        }
        return code;
    }

    private ExitCode ourError(CommandLine line, Throwable thrown) {
        console.note("sectile: internal error: this is a bug in Sectile, not in your input.");
        console.note("Please report it with everything below; CONTRIBUTING.md says how.");
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
