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
import sectile.dist.model.MlpWorkload;

/// `sectile run mlp`: two tensor-parallel layers.
public final class MlpCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final ModelOptions model = new ModelOptions();

    @Parameter(
            names = "--batch",
            placeholder = "N",
            converter = Values.Count.class,
            description = "rows of the input; 16 if not given")
    private int batch = 16;

    @Parameter(names = "--bias", description = "both layers have a bias")
    private boolean bias;

    @Override
    public String name() {
        return "run mlp";
    }

    @Override
    public String summary() {
        return "two layers, cut over the ranks: columns, then rows, then one all-reduce";
    }

    @Override
    public String description() {
        return """
                Every rank of a tensor-parallel group has some columns of the first weight and the same rows of the second.
                Every value on every PE is compared with a reference in double precision, and with the other ranks' bits.
                """;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run mlp", "256 to 1024 to 256 on the built-in machine"),
                new Example(
                        "run mlp --ranks 8 --tp 4 --dtype bf16 --bias", "two models side by side, on four ranks each"),
                new Example("run mlp --hidden 1024 --no-data --report mlp.html", "a wide one, timing only"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        MlpWorkload workload = new MlpWorkload(
                batch, model.hidden(), model.ffn(), model.dtype(), model.activation(), bias, model.tp());
        return options.run(call, model.settings(), List.of(), Optional.empty(), topology -> workload);
    }
}
