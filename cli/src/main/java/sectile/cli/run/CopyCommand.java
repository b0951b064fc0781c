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
import sectile.sim.workload.Copy;

/// `sectile run copy`
public final class CopyCommand implements Command {
    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @Parameter(
            names = "--elements",
            placeholder = "N",
            converter = Values.Count.class,
            description = "32-bit floats per PE; 65536 if not given")
    private int elements = 65_536;

    @Override
    public String name() {
        return "run copy";
    }

    @Override
    public String summary() {
        return "copies an array spread over a SIP, by base + pid × stride";
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run copy", "256 KiB per PE of SIP 0"),
                new Example("run copy --set pe.components.pe_dma.attrs.bandwidth_gbs=64", "with a slower DMA engine"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        return options.run(call, topology -> new Copy(elements));
    }
}
