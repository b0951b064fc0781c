package sectile.cli.host;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.LocalFiles;
import sectile.cli.run.RunOptions;
import sectile.script.collective.TextAlgorithms;
import sectile.script.host.HostProgram;

/// `sectile run BENCH.py`
public final class HostCommand implements Command {
    public static final String NAME = "run BENCH.py";

    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @Parameter(
            names = "--ccl",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "a ccl.yaml on top of the built-in one; ccl.yaml of this directory if not given")
    private @Nullable Path ccl;

    @Parameter(
            names = "--ranks",
            placeholder = "N",
            converter = Values.Count.class,
            description = "as many SIPs, one rank each; as many as the topology has if not given")
    private int ranks;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "runs a host program: tensors, launches, workers and collectives as in a torch script";
    }

    @Override
    public String description() {
        return """
            A file with `def run(torch):` is a host program. It makes tensors on the simulated machine, launches kernels,
            spawns one worker per rank and calls collectives. An assert that fails is an error at its line.
            docs/host-programs.md lists what a program can use.
            """;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run examples/host/all_reduce.py", "one worker per SIP of the default machine"),
                new Example("run examples/host/mlp.py --ranks 4 --topology small", "on four ranks"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(Path.of(call.operand(0)), problems);
        problems.throwIfErrors();
        Optional<Path> file = LocalFiles.ccl(ccl, call.console());
        TextAlgorithms algorithms = TextAlgorithms.load(file, List.of(), line -> print(call, line));
        HostProgram program = HostProgram.load(source.orElseThrow(), algorithms, line -> print(call, line));
        return options.run(
                call,
                ranks == 0 ? List.of() : List.of("system.sips.count=" + ranks),
                file.stream().toList(),
                Optional.empty(),
                topology -> program);
    }

    private static void print(Invocation call, String line) {
        call.console().print(line + "\n");
    }
}
