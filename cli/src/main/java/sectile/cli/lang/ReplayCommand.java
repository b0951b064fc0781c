package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.check.Counterexample;
import sectile.check.Finding;
import sectile.check.Operation;
import sectile.check.Verifier;
import sectile.check.problem.CheckCode;
import sectile.cli.command.Command;
import sectile.cli.command.CommandLine;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.OptionReader;
import sectile.cli.options.JsonOption;
import sectile.cli.problem.CliCode;

/// `sectile replay`
public final class ReplayCommand implements Command {
    private final Function<List<String>, Replayable> verbs;

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--step",
            description = "show one event at a time and read commands from standard input: n, p, g N, q")
    private boolean step;

    /// @param verbs the verb that a command line names
    public ReplayCommand(Function<List<String>, Replayable> verbs) {
        this.verbs = verbs;
    }

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public String summary() {
        return "runs a counterexample of `sectile verify` again, event by event";
    }

    @Override
    public String description() {
        return "Reads a file that `sectile verify --counterexample` wrote, runs the program in the same order and"
                + " prints every event up to the mistake: accesses, signals, waits. The program must not have changed. The exit code is 1,"
                + " because the mistake shows again; it is 2 if the file does not fit the program. With --step it shows one event at a time: n or an empty line goes forward, p"
                + " back, g N to event N, q ends.";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "COUNTEREXAMPLE");
    }

    @Override
    public List<Example> examples() {
        return List.of();
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        var problems = new Diagnostics();
        if (step && json.wanted()) {
            problems.error(
                    CliCode.CONTRADICTING_OPTIONS, call.spanOf("--step"), "`--step` and `--json` exclude each other");
        }
        Optional<SourceFile> file = TextFiles.read(Path.of(call.operand(0)), problems);
        problems.throwIfErrors();
        Counterexample saved = Counterexample.parse(file.orElseThrow());
        Replayable verify = verbs.apply(saved.words());
        int from = verify.name().equals(String.join(" ", saved.words().subList(0, 2))) ? 2 : 1;
        Invocation found = new OptionReader(verify).read(new CommandLine(saved.words()), from, call.console());
        if (!Counterexample.hash(verify.text(found)).equals(saved.hash())) {
            throw new DiagnosticException(Diagnostic.error(
                            CheckCode.PROGRAM_CHANGED,
                            call.spanOfOperand(0),
                            "`" + saved.words().get(1) + "` has changed since the counterexample was written")
                    .hint("run `sectile verify` again"));
        }
        Verifier.Replay replay = verify.verifier(found, saved.ranks()).replay(saved.choices());
        if (replay.hasDiverged()) {
            throw new DiagnosticException(Diagnostic.error(
                            CheckCode.CHOICES_DIFFER,
                            call.spanOfOperand(0),
                            "the program does not take the path of the counterexample")
                    .hint("its inputs or Sectile have changed; run `sectile verify` again"));
        }
        if (!replay.shows(saved.cause())) {
            throw new DiagnosticException(Diagnostic.error(
                            CheckCode.CHOICES_DIFFER,
                            call.spanOfOperand(0),
                            "the order of the counterexample does not show its mistake `" + saved.cause() + "`")
                    .hint("the file is not complete, or Sectile has changed; run `sectile verify` again"));
        }
        List<Operation> operations = replay.leadingTo(saved.cause());
        if (json.wanted()) {
            call.console().document(writer -> {
                writer.beginObject().member("ok", false).member("ranks", saved.ranks());
                writer.name("events").beginArray();
                operations.forEach(operation -> writer.value(EventText.line(operation)));
                writer.endArray();
                writer.name("findings").beginArray();
                replay.findings().forEach(finding -> VerificationText.write(writer, finding));
                writer.endArray().endObject();
            });
        } else if (step) {
            // Lines, so that it works without a terminal as well.
            new Stepper(
                            operations,
                            call.console(),
                            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
                    .run();
            call.console()
                    .show(replay.findings().stream().map(Finding::diagnostic).toList());
        } else {
            var out = new StringBuilder();
            int number = 0;
            for (Operation operation : operations) {
                out.append("%5d  ".formatted(++number))
                        .append(EventText.line(operation))
                        .append('\n');
            }
            call.console().print(out.toString());
            call.console()
                    .show(replay.findings().stream().map(Finding::diagnostic).toList());
        }
        return ExitCode.WRONG;
    }
}
