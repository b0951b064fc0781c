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
import sectile.sim.workload.HelloRing;

/// `sectile run hello-ring`
public final class HelloRingCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @Parameter(
            names = "--elements",
            placeholder = "N",
            converter = Values.Count.class,
            description = "32-bit integers per message; 64 if not given")
    private int elements = 64;

    @ParametersDelegate
    private final RingOptions rings = new RingOptions();

    @Override
    public String name() {
        return "run hello-ring";
    }

    @Override
    public String summary() {
        return "every PE sends to its east and receives from its west";
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run hello-ring", "all PEs of the built-in machine in one ring"),
                new Example("run hello-ring --topology large --no-data", "102,400 PEs, timing only"),
                new Example("run hello-ring --buffer hbm --trace ring.pftrace", "rings in HBM, with a timeline"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        return options.run(call, topology -> new HelloRing(elements, rings.config(topology)));
    }
}
