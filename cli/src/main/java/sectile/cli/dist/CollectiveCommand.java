package sectile.cli.dist;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.run.RunOptions;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.CollectiveWorkload;

/// `sectile run allreduce`, `run allgather` and so on: one collective on all ranks.
public final class CollectiveCommand implements Command {
    private final Collective collective;
    private final String what;

    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final CollectiveOptions choices = new CollectiveOptions();

    private CollectiveCommand(Collective collective, String what) {
        this.collective = collective;
        this.what = what;
    }

    /// One command per collective.
    public static List<Command> all() {
        return List.of(
                new CollectiveCommand(Collective.ALL_REDUCE, "every rank gets the combination of all ranks' elements"),
                new CollectiveCommand(Collective.ALL_GATHER, "every rank gets all ranks' elements"),
                new CollectiveCommand(Collective.REDUCE_SCATTER, "every rank gets its part of the combination"),
                new CollectiveCommand(Collective.BROADCAST, "every rank gets rank 0's elements"),
                new CollectiveCommand(Collective.REDUCE, "rank 0 gets the combination of all ranks' elements"),
                new CollectiveCommand(Collective.ALL_TO_ALL, "every rank gets a part of every rank's elements"),
                new CollectiveCommand(Collective.BARRIER, "no rank continues until all ranks have arrived"),
                new CollectiveCommand(Collective.SEND_RECV, "the last rank gets rank 0's elements"));
    }

    private String word() {
        return collective.text().replace("_", "");
    }

    @Override
    public String name() {
        return "run " + word();
    }

    @Override
    public String summary() {
        return what;
    }

    @Override
    public String description() {
        return """
                Every element begins with a number that depends on --seed, its rank, its PE's array and its position, such
                that the result is exact; every value of the result is checked. Bandwidths are those of nccl-tests,
                efficiency is the time no algorithm can beat over the time it took.
                """;
    }

    @Override
    public List<Example> examples() {
        if (collective != Collective.ALL_REDUCE) {
            return List.of(new Example("run " + word() + " --elements 4096", "on the built-in machine"));
        }
        return List.of(
                new Example("run allreduce", "the default algorithm on the built-in machine"),
                new Example(
                        "run allreduce --topology flat --ranks 64 --algorithm ring --elements 65536 --dtype f32",
                        "64 ranks that can be compared with a closed form"),
                new Example("run allreduce --topology torus --algorithm torus --report torus.html", "with a report"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        CollectiveWorkload workload = choices.workload(collective, call);
        return options.run(call, choices.settings(), choices.inputs(), Optional.empty(), topology -> workload);
    }
}
