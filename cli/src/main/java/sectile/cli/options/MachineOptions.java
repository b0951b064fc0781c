package sectile.cli.options;

import com.beust.jcommander.Parameter;
import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Values;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Which machine: `--topology` and `--set`.
public final class MachineOptions {
    @Parameter(
            names = "--topology",
            placeholder = "FILE|PRESET",
            description = "the machine: a file, or default, small, flat, torus, large")
    private String topology = "default";

    @Parameter(
            names = "--set",
            placeholder = "PATH=VALUE",
            splitter = Values.Unsplit.class,
            description = "change a value of the topology, such as system.sips.count=4; may be repeated")
    private List<String> settings = new ArrayList<>();

    /// Reads the machine. What is wrong with it is thrown as one exception with all diagnostics.
    public Topology machine() {
        var problems = new Diagnostics();
        var machine = Topologies.open(topology, settings, problems);
        problems.throwIfErrors();
        return machine.orElseThrow();
    }
}
