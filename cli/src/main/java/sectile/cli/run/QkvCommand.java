package sectile.cli.run;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.sim.workload.Qkv;

/// `sectile run qkv`
public final class QkvCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @Parameter(
            names = "--tokens",
            placeholder = "N",
            converter = Values.Count.class,
            description = "rows of the input; 8 if not given")
    private int tokens = 8;

    @Parameter(
            names = "--width",
            placeholder = "N",
            converter = Values.Count.class,
            description = "width of the layer; 12288 if not given, as in GPT-3")
    private int width = 12_288;

    @Parameter(
            names = "--tile-n",
            placeholder = "N",
            converter = Values.Count.class,
            description = "columns of a streamed tile; 96 if not given")
    private int tileN = 96;

    @Parameter(
            names = "--tile-k",
            placeholder = "N",
            converter = Values.Count.class,
            description = "depth of a streamed tile; 1024 if not given")
    private int tileK = 1024;

    @Override
    public String name() {
        return "run qkv";
    }

    @Override
    public String summary() {
        return "the Q, K and V projections of a transformer layer on one SIP";
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run qkv --no-data", "a GPT-3-width layer, timing only"),
                new Example("run qkv --width 1024", "a narrow one, values checked"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        return options.run(call, topology -> new Qkv(tokens, width, tileN, tileK));
    }
}
