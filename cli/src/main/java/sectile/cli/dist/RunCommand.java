package sectile.cli.dist;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.FileErrors;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;
import sectile.cli.run.RunOptions;
import sectile.cli.run.UserCache;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.CollectiveWorkload;

/// `sectile run` without a workload: the default all-reduce.
public final class RunCommand implements Command {
    /// What `run` alone does: 1 MiB per rank, by the algorithm that fits this size.
    private static final String SHOWN_ALGORITHM = CclConfig.AUTO;

    private static final int SHOWN_ELEMENTS = 1 << 19;

    /// Options that ask for something else.
    private static final List<String> SHOWN =
            List.of("--algorithm", "--elements", "--ccl", "--topology", "--set", "--ranks", "--buffer");

    private final Supplier<List<String>> workloads;
    private final Function<String, Optional<String>> guess;

    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final CollectiveOptions choices = new CollectiveOptions();

    /// @param workloads the words that may follow `run`
    /// @param guess a hint for a word that may not
    public RunCommand(Supplier<List<String>> workloads, Function<String, Optional<String>> guess) {
        this.workloads = workloads;
        this.guess = guess;
    }

    @Override
    public String name() {
        return "run";
    }

    @Override
    public String summary() {
        return "simulates a workload and checks it; the default all-reduce if none is named";
    }

    @Override
    public Operands operands() {
        return Operands.any("[WORKLOAD | FILE.py]");
    }

    @Override
    public String description() {
        return "Without a workload, and unless options ask for something else, `run` performs an\n"
                + "all-reduce of 1 MiB per rank on the default machine, by the algorithm that fits this size. WORKLOAD is one of: "
                + String.join(", ", workloads.get())
                + ". Each has a help of its own: sectile help run WORKLOAD. A file is a kernel of your own: sectile help run"
                + " FILE.py.\n";
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run", "the default all-reduce on the built-in machine"),
                new Example("run --report run.html", "the same, with a page about it"),
                new Example("run --topology torus --algorithm torus", "another machine and algorithm"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        if (!call.operands().isEmpty()) {
            String word = call.operand(0);
            if (word.endsWith(".py")) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.TOO_MANY_ARGUMENTS,
                                call.spanOfOperand(0),
                                "the file name must come directly after `run`")
                        .hint("write `sectile run " + word + "` first, then the options"));
            }
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.UNKNOWN_VERB, call.spanOfOperand(0), "there is no verb `run " + word + "`")
                    .hint(guess.apply(word).orElseGet(() -> Nearest.hint(word, workloads.get()))));
        }
        CollectiveWorkload workload = SHOWN.stream().noneMatch(call::isGiven)
                ? choices.workload(Collective.ALL_REDUCE, SHOWN_ALGORITHM, SHOWN_ELEMENTS, call)
                : choices.workload(Collective.ALL_REDUCE, call);
        return options.run(call, choices.settings(), choices.inputs(), report(call), topology -> workload);
    }

    /// A run without options writes a report, too, where it replaces no file of the user.
    private static Optional<Path> report(Invocation call) {
        if (!call.spansOfValues().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(UserCache.of(System.getenv()).file("run", ".html"));
        } catch (IOException | InvalidPathException e) {
            call.console().note("no report: " + FileErrors.reason(e) + "; name a file with --report FILE.html");
            return Optional.empty();
        }
    }
}
