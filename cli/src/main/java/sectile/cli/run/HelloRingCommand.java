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
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.kernel.Space;
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

    @Parameter(
            names = "--buffer",
            placeholder = "tcm|hbm|sram",
            converter = SpaceValue.class,
            description = "the memory that holds the rings; tcm if not given")
    private Space buffer = Space.TCM;

    @Parameter(
            names = "--slots",
            placeholder = "N",
            converter = Values.Count.class,
            description = "slots per ring; 4 if not given")
    private int slots = 4;

    @Parameter(
            names = "--slot-size",
            placeholder = "BYTES",
            converter = Values.Count.class,
            description = "bytes per slot; 4096 if not given")
    private int slotSize = 4096;

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
        return options.run(
                call,
                topology -> new HelloRing(
                        elements,
                        new QueueConfig(
                                buffer, slots, slotSize, topology.fabric().creditBytes())));
    }
}
