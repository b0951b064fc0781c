package sectile.cli.kernel;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.options.OutputFiles;
import sectile.cli.run.RunOptions;
import sectile.report.run.Results;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.script.problem.TextCode;

/// `sectile run FILE.py`
public final class KernelCommand implements Command {
    public static final String NAME = "run FILE.py";

    @ParametersDelegate
    private final RunOptions options = RunOptions.ofPrograms();

    @ParametersDelegate
    private final KernelOptions kernel = new KernelOptions();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "runs a kernel written as text on PEs of your choice";
    }

    @Override
    public String description() {
        return KernelOptions.DESCRIPTION;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "run examples/kernels/vector_add.py --kernel-args"
                                + " x=arange:1024:f32,y=ones:1024:f32,out=zeros:1024:f32,n=1024",
                        "on the PEs of cube 0"),
                new Example(
                        "run examples/kernels/hello_ring.py --wiring ring_1d --cubes all",
                        "on all PEs of SIP 0, in a ring"),
                new Example(
                        "exec examples/kernels/softmax.py --kernel-args x=randn:8x64:f32,rows=8,columns=64",
                        "values only"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        Diagnostics problems = new Diagnostics();
        if (!options.data()) {
            for (String option : List.of("--output", "--expect")) {
                if (call.isGiven(option)) {
                    problems.error(
                            TextCode.CONTRADICTING_OPTIONS,
                            call.spanOf(option),
                            "`" + option + "` has no effect with `--no-data`",
                            "keep one of them");
                }
            }
        }
        kernel.check(call, problems);
        problems.throwIfErrors();
        OutputFiles files = options.files(call);
        kernel.addTo(files);
        files.check();
        KernelRun run = kernel.prepare(options.topology(call), options.programSettings(), call);
        AtomicReference<@Nullable Results> found = new AtomicReference<>();
        return options.run(
                call,
                topology -> new KernelWorkload(run, kernel.config(topology), outputs -> {
                    Results results = kernel.results(run, outputs, call);
                    found.set(results);
                    return KernelOptions.check(run, results);
                }),
                () -> Optional.ofNullable(found.get()));
    }
}
