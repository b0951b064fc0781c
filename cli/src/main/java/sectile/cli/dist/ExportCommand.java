package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.io.AtomicFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.cli.problem.CliCode;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.group.CollectiveTrace;
import sectile.dist.workload.CollectiveWorkload;
import sectile.ir.algorithm.AlgorithmWriter;
import sectile.sim.topology.Topology;

/// `sectile algorithms export`
public final class ExportCommand implements Command {
    /// Elements of a rank's part if none are asked for: most algorithms cut it into equal pieces.
    private static final int PART = 48;

    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final CollectiveOptions choices = new CollectiveOptions();

    @Parameter(
            names = "--output",
            placeholder = "FILE.xml",
            converter = Values.File.class,
            description = "write there instead of standard output")
    private @Nullable Path output;

    @Override
    public String name() {
        return "algorithms export";
    }

    @Override
    public String summary() {
        return "writes an algorithm of a collective as XML, as `run ALGO.xml` reads it";
    }

    @Override
    public String description() {
        return """
            Runs the kernels of the algorithm once for each rank, without a machine, and writes what they send, receive, combine
            and store as thread blocks and steps. `--elements` is what the algorithm cuts into chunks; 48 for each rank's part
            if not given. Algorithms that use several PEs for each rank cannot be written in this form.
            """;
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "COLLECTIVE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("algorithms export allreduce --algorithm ring --ranks 4", "to standard output"),
                new Example(
                        "algorithms export allgather --algorithm best --ranks 4 --output best.xml",
                        "for `sectile verify best.xml`"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        Collective collective = Collective.parse(call.operand(0))
                .orElseThrow(() -> new DiagnosticException(Diagnostic.error(
                                CliCode.UNKNOWN_COLLECTIVE,
                                call.spanOfOperand(0),
                                "there is no collective `" + call.operand(0) + "`")
                        .hint(Nearest.hint(call.operand(0), Collective.texts()))));
        var files = new OutputFiles(call).output("--output", Optional.ofNullable(output));
        choices.inputs().forEach(files::input);
        files.check();
        CollectiveWorkload workload = choices.workload(collective, call);
        Topology topology = machine.machine(choices.settings(), call.console());
        String algorithm = workload.config().chosen().getOrDefault(collective, CclConfig.AUTO);
        if (algorithm.equals(CclConfig.AUTO)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.AUTO_IS_NOT_ONE,
                            call.spanOfOperand(0),
                            "`auto` is not an algorithm that can be written")
                    .hint("name one with --algorithm; `sectile algorithms " + call.operand(0) + "` lists them"));
        }
        int ranks = topology.sips();
        long elements = call.isGiven("--elements")
                ? workload.elements()
                : (long) PART * (collective == Collective.ALL_GATHER ? 1 : ranks);
        if (elements % ranks != 0 && (collective == Collective.REDUCE_SCATTER || collective == Collective.ALL_TO_ALL)) {
            throw new DiagnosticException(Diagnostic.error(
                    CliCode.INDIVISIBLE_ELEMENTS,
                    call.spanOf("--elements"),
                    elements + " elements cannot be divided among " + ranks + " ranks"));
        }
        CollectiveTrace trace = CollectiveTrace.of(
                topology,
                workload.registries(),
                workload.config().algorithm(algorithm),
                collective,
                workload.dtype(),
                workload.op(),
                elements);
        String text = AlgorithmWriter.text(TracedAlgorithm.of(
                algorithm + "_" + collective.text().replace("_", ""), collective, workload.op(), elements, trace));
        Path file = output;
        if (file == null) {
            call.console().printExactly(text);
        } else {
            AtomicFiles.write(file, text);
        }
        return ExitCode.OK;
    }
}
