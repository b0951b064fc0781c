package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.exec.DeviceRequest;
import sectile.cli.exec.Executor;
import sectile.cli.exec.Executors;
import sectile.cli.problem.CliCode;
import sectile.interp.Outcome;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.report.run.Comparison;
import sectile.report.run.Results;
import sectile.report.run.ValuesJson;

/// `sectile exec` of a tile program
public final class ExecCommand implements Command {
    private final Executors executors;

    @ParametersDelegate
    private final ExecOptions on = new ExecOptions();

    @ParametersDelegate
    private final ShapeOptions shapes = new ShapeOptions();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @ParametersDelegate
    private final ProgramOptions options = new ProgramOptions();

    @ParametersDelegate
    private final CompilationOptions compilation = new CompilationOptions();

    @ParametersDelegate
    private final HostBufferOption hostBuffers = new HostBufferOption();

    @Parameter(
            names = "--schedule-seed",
            placeholder = "K",
            converter = Values.Whole.class,
            description = "draw the order of concurrent parts from this seed; first come, first served if not given")
    private @Nullable Long scheduleSeed;

    public ExecCommand(Executors executors) {
        this.executors = executors;
    }

    @Override
    public String name() {
        return "exec";
    }

    @Override
    public String summary() {
        return "executes a tile program or a kernel, values only";
    }

    @Override
    public String description() {
        return "Runs a tile program, or the directory that `sectile compile -o` wrote of one, on the reference"
                + " interpreter, and a tl kernel without time, or either on the executor that --on"
                + " names: " + names(executors)
                + ". With --target the program is compiled first. `sectile run` adds time. Inputs that are not given"
                + " are drawn from the seed; Out and InOut parameters start as zeros. The exit code is 1 if a"
                + " comparison fails. `sectile help exec FILE.py` has the options of a kernel.";
    }

    /// The executors with what each is.
    static String names(Executors executors) {
        return String.join(
                ", ",
                executors.all().stream()
                        .map(executor -> executor.name() + " (" + executor.summary() + ")")
                        .toList());
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("exec examples/softmax.py --seed 7", "with random inputs"),
                new Example("exec examples/all_reduce.py --ranks 4 --schedule-seed 3", "four devices, another order"),
                new Example("exec examples/elementwise.py --on machine", "on the simulated machine, values only"),
                new Example("exec examples/elementwise.py --on host", "as native code on this CPU"),
                new Example(
                        "exec examples/norms.py --entry layer_norm --target npu-gm", "what the compiler made of it"),
                new Example("exec examples/dynamic_valid.py --set M=37 --input x=arange", "with a dynamic extent"),
                new Example("exec examples/kernels/hello_ring.py --wiring ring_1d --pes 0-3", "a kernel"));
    }

    @Override
    public ExitCode run(Invocation call) {
        on.begin(call);
        checkThatItIsAProgram(call);
        Executor executor = executors.ofPrograms(on.name("interpreter"), on.span(call));
        Diagnostics problems = new Diagnostics();
        results.check(call, problems);
        on.check(executor, call, problems);
        compilation.check(call, problems);
        hostBuffers.check(executor, call, problems);
        if (compilation.asWritten() && executor.programsAsWritten().isEmpty()) {
            problems.error(
                    CliCode.ORDER_NOT_CHOSEN_HERE,
                    call.spanOf("--no-compile"),
                    "`--no-compile` has no effect on the executor `" + executor.name()
                            + "`: it runs programs as they are written",
                    "leave it out, or use --on machine");
        }
        if (scheduleSeed != null && !executor.takesScheduleSeed()) {
            problems.error(
                    CliCode.ORDER_NOT_CHOSEN_HERE,
                    call.spanOf("--schedule-seed"),
                    "`--schedule-seed` has no effect on the executor `" + executor.name() + "`",
                    "leave it out, or use --on interpreter");
        }
        problems.throwIfErrors();
        Map<String, Object> constants = on.constants(call);
        ProgramOptions.Prepared prepared = options.prepare(
                call,
                shapes.specialisation(call, options.entry(), constants),
                shapes.read(call),
                constants,
                on.seed(),
                scheduleSeed == null ? OptionalLong.empty() : OptionalLong.of(scheduleSeed));
        Function function = prepared.function();
        call.limits().progress().begin("executing " + function.name());
        Executor.OfPrograms runs =
                (compilation.asWritten() ? executor.programsAsWritten() : executor.programs()).orElseThrow();
        Outcome outcome = runs.run(
                compilation.compiled(prepared.program(), call),
                prepared.run(),
                new DeviceRequest(() -> on.machine(options.ranks(), call), Optional.empty(), hostBuffers.allowed()));
        if (!outcome.remarks().isEmpty()) {
            call.console().show(outcome.remarks());
        }
        List<Comparison> comparisons =
                results.apply(arrays(function, prepared.run().arguments(), outcome), call);
        Results found = new Results(options.ranks(), outcome.outputs(), comparisons);
        if (on.wantsJson()) {
            call.console()
                    .document(json -> ValuesJson.write(
                            json,
                            function.name(),
                            executor.name(),
                            on.seed(),
                            ComparisonOptions.check(comparisons),
                            found));
        } else {
            print(call, executor, function, outcome, found);
        }
        return found.ok() ? ExitCode.OK : ExitCode.WRONG;
    }

    /// A kernel whose file name does not follow the verb is not recognised as one; the answer is the command that runs
    /// it.
    private static void checkThatItIsAProgram(Invocation call) {
        Path file = Path.of(call.operand(0));
        if (Files.isRegularFile(file) && Dialect.of(file) == Dialect.KERNEL) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.KERNEL_NOT_FIRST,
                            call.spanOfOperand(0),
                            "`" + file + "` is not a tile program: it does not import pypto.language")
                    .hint(
                            file.toString().endsWith(".py")
                                    ? "to execute a tl kernel write `sectile exec " + file + "` first, then the options"
                                    : "the name of a tl kernel's file ends in .py"));
        }
    }

    /// All arrays as they are afterwards: inputs, which stay as they were, and outputs.
    private static SequencedMap<String, NdArray> arrays(
            Function function, Map<String, Object> arguments, Outcome outcome) {
        SequencedMap<String, NdArray> arrays = new LinkedHashMap<>();
        for (Param param : function.params()) {
            if (arguments.get(param.name()) instanceof NdArray array) {
                arrays.put(param.name(), array);
            }
        }
        arrays.putAll(outcome.outputs());
        return arrays;
    }

    private void print(Invocation call, Executor executor, Function function, Outcome outcome, Results found) {
        StringBuilder text = new StringBuilder("ran ")
                .append(function.name())
                .append(" on ")
                .append(options.ranks() == 1 ? "1 rank" : options.ranks() + " ranks")
                .append(", ")
                .append(executor.name())
                .append(", seed ")
                .append(on.seed())
                .append(scheduleSeed == null ? "" : ", schedule seed " + scheduleSeed)
                .append('\n')
                .append(found.text());
        outcome.results().stream()
                .filter(result -> !(result instanceof NdArray))
                .forEach(result -> text.append("result: ").append(result).append('\n'));
        call.console().print(text.toString());
    }
}
