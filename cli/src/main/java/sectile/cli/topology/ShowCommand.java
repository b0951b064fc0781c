package sectile.cli.topology;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.yaml.YamlWriter;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.problem.CliCode;
import sectile.sim.topology.Topology;
import sectile.sim.topology.TopologyText;

/// `sectile topology show`
public final class ShowCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(names = "--yaml", description = "as a topology file that is complete in itself, to start from")
    private boolean yaml;

    @Override
    public String name() {
        return "topology show";
    }

    @Override
    public String summary() {
        return "shows a machine as a tree, with what it adds up to";
    }

    @Override
    public Operands operands() {
        return Operands.optional("[FILE|PRESET]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("topology show", "the default machine"),
                new Example("topology show small --set system.sips.count=4", "a preset with a change"),
                new Example("topology show small --yaml > my.yaml", "a file of your own to start from"),
                new Example("topology show my.yaml --json", "a file, for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (yaml && json.wanted()) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.TWO_FORMATS,
                            call.spanOf("--yaml"),
                            "`--yaml` and `--json` are two forms of one output")
                    .hint("leave one of them out"));
        }
        if (yaml) {
            call.console().print(YamlWriter.text(machine.documentOf(call)));
            return ExitCode.OK;
        }
        Topology topology = machine.machineOf(call);
        if (json.wanted()) {
            call.console().document(document -> TopologyJson.write(document, topology));
        } else {
            call.console().print(TopologyText.show(topology) + BestRates.text(topology));
        }
        return ExitCode.OK;
    }
}
