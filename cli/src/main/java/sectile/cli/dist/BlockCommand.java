package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.run.RunOptions;
import sectile.dist.model.BlockWorkload;

/// `sectile run block`: one tensor-parallel transformer block.
public final class BlockCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final ModelOptions model = new ModelOptions();

    @Parameter(
            names = "--batch",
            placeholder = "N",
            converter = Values.Count.class,
            description = "sequences; 1 if not given")
    private int batch = 1;

    @Parameter(
            names = "--sequence",
            placeholder = "N",
            converter = Values.Count.class,
            description = "positions of each; 16 if not given")
    private int sequence = 16;

    @Parameter(
            names = "--heads",
            placeholder = "N",
            converter = Values.Count.class,
            description = "attention heads, a multiple of --tp; 8 if not given")
    private int heads = 8;

    @Override
    public String name() {
        return "run block";
    }

    @Override
    public String summary() {
        return "a transformer block, its heads and its MLP cut over the ranks";
    }

    @Override
    public String description() {
        return """
                Normalisation, attention and a residual, then normalisation, MLP and a residual, with one all-reduce for each
                half. Every value on every PE is compared with a reference in double precision, and with the other ranks'
                bits.
                """;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run block", "width 256, 8 heads, on the built-in machine"),
                new Example("run block --ranks 8 --tp 4 --batch 2 --dtype bf16", "two models side by side"),
                new Example(
                        "run block --hidden 1024 --heads 8 --no-data --trace block.pftrace",
                        "a wide one, timing only"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        BlockWorkload workload = new BlockWorkload(
                batch, sequence, model.hidden(), heads, model.ffn(), model.dtype(), model.activation(), model.tp());
        return options.run(call, model.settings(), List.of(), Optional.empty(), topology -> workload);
    }
}
