package sectile.cli.topology;

import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import sectile.base.quantity.Units;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.report.run.RunSummary;
import sectile.sim.topology.Topology;

/// `sectile topology validate`
public final class ValidateCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Override
    public String name() {
        return "topology validate";
    }

    @Override
    public String summary() {
        return "reports everything that is wrong with a topology file";
    }

    @Override
    public String description() {
        return "Exit code 0: the machine can be simulated. 2: it cannot; every problem is shown with its place.";
    }

    @Override
    public Operands operands() {
        return Operands.optional("[FILE|PRESET]");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("topology validate my.yaml", "a file"),
                new Example("topology validate my.yaml --json", "diagnostics for another program"));
    }

    @Override
    public ExitCode run(Invocation call) {
        Topology topology = machine.machineOf(call);
        if (json.wanted()) {
            call.console()
                    .document(document -> document.beginObject()
                            .member("ok", true)
                            .member("name", topology.name())
                            .member("pes", topology.pes())
                            .endObject());
        } else {
            call.console()
                    .print(topology.name() + ": valid, " + RunSummary.machine(topology) + " = "
                            + Units.counted(topology.pes(), "PE") + "\n");
        }
        return ExitCode.OK;
    }
}
