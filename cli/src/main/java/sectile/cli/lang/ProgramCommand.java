package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.problem.CliCode;
import sectile.cli.run.RunOptions;
import sectile.ir.Program;
import sectile.report.run.Results;
import sectile.runtime.simulated.Placement;
import sectile.runtime.simulated.ProgramWorkload;
import sectile.runtime.simulated.SimulatedRun;

/// `sectile run PROGRAM.py`
public final class ProgramCommand implements Command {
    public static final String NAME = "run PROGRAM.py";

    @ParametersDelegate
    private final RunOptions options = RunOptions.ofPrograms();

    @ParametersDelegate
    private final ProgramOptions program = new ProgramOptions();

    @ParametersDelegate
    private final ShapeOptions shapes = new ShapeOptions();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @Parameter(
            names = "--placement",
            placeholder = "POLICY",
            converter = PlacementValue.class,
            description = "where in HBM tensors lie: interleave, split or single; interleave if not given")
    private Placement placement = Placement.INTERLEAVE;

    @ParametersDelegate
    private final CompilationOptions compilation = new CompilationOptions();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "runs a tile program on the simulated machine and compares it with the interpreter";
    }

    @Override
    public String description() {
        return """
            A file that imports pypto.language is a tile program; a directory that `sectile compile -o` wrote is a compiled one.
            A program that computes on whole tensors is compiled first, any program is with --target. Rank r runs on SIP r; a
            machine with fewer SIPs than ranks gets more of them. Every output is compared with the reference interpreter's,
            bit for bit; the exit code is 1 if one differs. --set with a dot in its name changes the machine
            (system.sips.count=4), without one a constant, dynamic dimension or scalar of the program (N=64).
            docs/tile-programs.md has the rules of time.
            """;
    }

    @Override
    public Operands operands() {
        return new Operands(1, 1, "");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("run examples/matmul.py", "on the default machine"),
                new Example("run examples/all_reduce.py --ranks 4", "four ranks, on four SIPs"),
                new Example(
                        "run examples/norms.py --entry layer_norm --target npu-gm",
                        "compiled for another target first"),
                new Example("run examples/softmax.py --report softmax.html", "with time per source line"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        Diagnostics problems = new Diagnostics();
        results.check(call, problems);
        if (!options.data()) {
            problems.error(
                    CliCode.NO_DATA_FOR_PROGRAM,
                    call.spanOf("--no-data"),
                    "a tile program always computes values: what it does may depend on them",
                    "leave --no-data out");
        }
        compilation.check(call, problems);
        problems.throwIfErrors();
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Setting setting : Setting.of(call, "--set", options.programSettings(), "NAME=VALUE, such as N=64")) {
            constants.put(setting.name(), setting.scalar());
        }
        ProgramOptions.Prepared prepared = program.prepare(
                call,
                shapes.specialisation(call, program.entry(), constants),
                shapes.read(call),
                constants,
                options.seed(),
                OptionalLong.empty());
        AtomicReference<@Nullable Results> found = new AtomicReference<>();
        return options.run(
                call,
                program.ranks(),
                topology -> new ProgramWorkload(
                        prepared.program(),
                        simulated(prepared, call),
                        outputs -> found.set(new Results(program.ranks(), outputs, results.apply(outputs, call)))),
                () -> Optional.ofNullable(found.get()));
    }

    private SimulatedRun simulated(ProgramOptions.Prepared prepared, Invocation call) {
        Program compiled = compilation.compiled(prepared.program(), call);
        SimulatedRun run = SimulatedRun.of(compiled, prepared.run()).placed(placement);
        return compilation.asWritten() ? run.asWritten() : run;
    }
}
