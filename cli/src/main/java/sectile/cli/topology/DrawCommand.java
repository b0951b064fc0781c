package sectile.cli.topology;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sectile.base.io.AtomicFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.MachineOptions;
import sectile.sim.topology.TopologySvg;

/// `sectile topology draw`
public final class DrawCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @Parameter(
            names = "--output",
            placeholder = "FILE.svg",
            converter = Values.SvgFile.class,
            description = "where the drawing goes, if not to standard output")
    private @Nullable Path output;

    @Override
    public String name() {
        return "topology draw";
    }

    @Override
    public String summary() {
        return "draws a machine as an SVG";
    }

    @Override
    public Operands operands() {
        return Operands.optional("[FILE|PRESET]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("topology draw --output machine.svg", "the default machine"),
                new Example("topology draw torus > torus.svg", "a preset"));
    }

    @Override
    public ExitCode run(Invocation call) {
        String drawing = TopologySvg.draw(machine.machineOf(call));
        if (output == null) {
            call.console().printExactly(drawing);
        } else {
            AtomicFiles.write(output, drawing);
            call.console().note("wrote " + output);
        }
        return ExitCode.OK;
    }
}
