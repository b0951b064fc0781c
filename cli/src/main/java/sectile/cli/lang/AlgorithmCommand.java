package sectile.cli.lang;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;
import sectile.cli.run.RunOptions;
import sectile.runtime.simulated.AlgorithmWorkload;

/// `sectile run ALGO.xml`
public final class AlgorithmCommand implements Command {
    public static final String NAME = "run ALGO.xml";

    private static final int CHUNK = 1024;

    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final AlgorithmOptions algorithm = new AlgorithmOptions();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "runs a published collective algorithm on the simulated machine";
    }

    @Override
    public String description() {
        return """
            Reads an algorithm in the XML form in which collective algorithms are published, checks it, and runs it: rank r on
            SIP r, each thread block on a PE. The output of every rank is compared with what the collective computes; the exit
            code is 1 if a value is wrong. docs/algorithms.md describes the form. `sectile verify ALGO.xml` looks for races and
            deadlocks.
            """;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run examples/algorithms/allreduce_ring.xml", "on as many SIPs as the algorithm has ranks"),
                new Example("run examples/algorithms/allgather_ring.xml --chunk 65536", "with larger chunks"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        var problems = new Diagnostics();
        if (!options.data()) {
            problems.error(
                    CliCode.NO_DATA_FOR_PROGRAM,
                    call.spanOf("--no-data"),
                    "an algorithm always computes values: they are what shows that it is right",
                    "leave --no-data out");
        }
        problems.throwIfErrors();
        AlgorithmWorkload workload = algorithm.read(call, CHUNK, options.seed());
        return options.run(call, workload.ranks(), topology -> workload, Optional::empty);
    }
}
