package sectile.cli.topology;

import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.sim.topology.Topology;
import sectile.sim.topology.TopologyText;

/// `sectile topology show`
public final class ShowCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

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
                new Example("topology show my.yaml --json", "a file, for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        Topology topology = machine.machineOf(call);
        if (json.wanted()) {
            call.console().document(document -> TopologyJson.write(document, topology));
        } else {
            call.console().print(TopologyText.show(topology) + BestRates.text(topology));
        }
        return ExitCode.OK;
    }
}
