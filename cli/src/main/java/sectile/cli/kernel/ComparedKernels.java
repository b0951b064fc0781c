package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.script.Script;
import sectile.script.launch.ArgumentReader;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;

/// What kernels take in a verb that runs several of them: all get the same arguments, PEs and queues.
public final class ComparedKernels {
    @ParametersDelegate
    private final Selection selection = new Selection();

    @ParametersDelegate
    private final QueueOptions queues = new QueueOptions();

    @Parameter(
            names = "--kernel-args",
            placeholder = "NAME=VALUE,…",
            splitter = Values.Unsplit.class,
            description = "what parameters of kernels get: x=randn:64x64:f16, n=64 …; may be repeated")
    private List<String> arguments = new ArrayList<>();

    /// Whether a kernel is that of a collective: the runtime gives it its part of a tensor.
    public static boolean isCollective(Path file, Invocation call) {
        Script script = KernelArguments.load(
                file, Optional.empty(), line -> call.console().print(line + "\n"));
        return script.kernel().parameters().stream()
                .anyMatch(parameter -> parameter.name().equals("t_ptr"));
    }

    /// A kernel on the machine.
    ///
    /// @param at where it is named
    public Workload workload(Path file, Topology machine, Span at, Invocation call) {
        Diagnostics problems = new Diagnostics();
        ArgumentReader reader = new ArgumentReader(problems);
        KernelArguments.read(arguments, call.spansOf("--kernel-args"), reader);
        problems.throwIfErrors();
        Script script = KernelArguments.load(
                file, Optional.empty(), line -> call.console().print(line + "\n"));
        KernelRun run = KernelArguments.prepare(
                script, machine, reader.arguments(), selection.places(machine, call), queues, at, call);
        return new KernelWorkload(run, queues.config(machine), outputs -> new ValueCheck());
    }
}
