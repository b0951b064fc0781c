package sectile.cli.kernel;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import sectile.base.diag.Diagnostics;
import sectile.base.quantity.Units;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.exec.Executor;
import sectile.cli.exec.Executors;
import sectile.cli.lang.ExecOptions;
import sectile.cli.options.OutputFiles;
import sectile.report.run.Results;
import sectile.report.run.ValuesJson;
import sectile.report.run.WrongValues;
import sectile.script.launch.KernelRun;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;

/// `sectile exec` of a `tl` kernel
public final class ExecKernelCommand implements Command {
    public static final String NAME = "exec FILE.py";

    private final Executors executors;

    @ParametersDelegate
    private final ExecOptions on = new ExecOptions();

    @ParametersDelegate
    private final KernelOptions kernel = new KernelOptions();

    public ExecKernelCommand(Executors executors) {
        this.executors = executors;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "executes a kernel written as text, values only";
    }

    @Override
    public String description() {
        return "Runs the kernel without time, with unbounded queues, or on the executor that --on names. "
                + KernelOptions.DESCRIPTION;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "exec examples/kernels/softmax.py --kernel-args x=randn:8x64:f32,rows=8,columns=64",
                        "on the PEs of cube 0"),
                new Example(
                        "exec examples/kernels/hello_ring.py --wiring ring_1d --pes 0-3 --on machine",
                        "on the simulated machine"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        on.begin(call);
        Executor executor = executors.ofKernels(on.name("functional"), on.span(call));
        Diagnostics problems = new Diagnostics();
        kernel.check(call, problems);
        if (!executor.usesMachine()) {
            for (String option : List.of("--slots", "--slot-size", "--buffer")) {
                on.refuse(option, executor, call, problems);
            }
        }
        problems.throwIfErrors();
        OutputFiles files = new OutputFiles(call);
        kernel.addTo(files);
        files.check();
        Topology machine = on.machine(1, call);
        KernelRun run = kernel.prepare(machine, on.programSettings(), call);
        call.limits().progress().begin("executing " + run.name());
        Results found = kernel.results(
                run,
                executor.kernels().orElseThrow().run(run, machine, kernel.config(machine), on.seed(), call.limits()),
                call);
        ValueCheck check = KernelOptions.check(run, found);
        if (on.wantsJson()) {
            call.console()
                    .document(json -> ValuesJson.write(json, run.name(), executor.name(), on.seed(), check, found));
        } else {
            call.console().print(text(run, executor, check, found));
            call.console().alarm(WrongValues.text(check.first()));
        }
        return found.ok() ? ExitCode.OK : ExitCode.WRONG;
    }

    private String text(KernelRun run, Executor executor, ValueCheck check, Results found) {
        return "ran " + run.name() + " on " + Units.counted(run.places().size(), "PE") + ", " + executor.name()
                + ", seed " + on.seed() + "\n" + found.text()
                + (check.checked() == 0
                        ? ""
                        : Units.counted(check.checked(), "value") + " checked, " + Units.count(check.wrong())
                                + " wrong\n");
    }
}
