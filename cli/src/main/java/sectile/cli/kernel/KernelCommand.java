package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.base.quantity.Quantity;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.lang.Comparison;
import sectile.cli.lang.ComparisonOptions;
import sectile.cli.options.OutputFiles;
import sectile.cli.run.RunOptions;
import sectile.report.run.WrongValues;
import sectile.script.Script;
import sectile.script.launch.Argument;
import sectile.script.launch.ArgumentReader;
import sectile.script.launch.Buffer;
import sectile.script.launch.FunctionalKernel;
import sectile.script.launch.KernelRun;
import sectile.script.launch.KernelWorkload;
import sectile.script.launch.OutputCheck;
import sectile.sim.Place;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Figure;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WrongValue;

/// `sectile run FILE.py`
public final class KernelCommand implements Command {
    public static final String NAME = "run FILE.py";

    /// A file among the arguments, as in `y=data.npy@split`.
    private static final Pattern ARRAY_FILE = Pattern.compile("=([^,@=]+\\.npy)");

    @ParametersDelegate
    private final RunOptions options = new RunOptions();

    @ParametersDelegate
    private final Selection selection = new Selection();

    @ParametersDelegate
    private final QueueOptions queues = new QueueOptions();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @Parameter(
            names = "--kernel",
            placeholder = "NAME",
            description = "the function to run; `kernel`, or the only one that takes tl, if not given")
    private @Nullable String kernel;

    @Parameter(
            names = "--kernel-args",
            placeholder = "NAME=VALUE,…",
            splitter = Values.Unsplit.class,
            description = "what parameters get: x=randn:64x64:f16, n=64, y=data.npy@split …; may be repeated")
    private List<String> arguments = new ArrayList<>();

    @Parameter(names = "--functional", description = "values only: no time, no machine, unbounded queues")
    private boolean functional;

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
        return """
                Parameters get what --kernel-args says: SOURCE:SHAPE[:DTYPE] makes a buffer, where SOURCE is randn, uniform,
                arange, zeros, ones or a number; FILE.npy is a buffer, too; anything else is a value. A buffer is shared by all
                PEs; with @each every PE has one of its own, with @split each has its part. rank and world_size come by
                themselves. The exit code is 1 if a comparison fails. docs/kernels.md tells all about kernels.
                """;
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
                        "run examples/kernels/softmax.py --functional --kernel-args x=randn:8x64:f32,rows=8,columns=64",
                        "values only"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        checkOptions(call);
        checkFiles(call);
        Script script = load(Path.of(call.operand(0)), call);
        Topology machine = options.topology(call);
        List<Place> places = selection.places(machine, call);
        KernelRun run = KernelRun.of(
                script,
                machine,
                places,
                arguments(call),
                queues.wiring(machine, places, call),
                call.isGiven("--kernel-args") ? call.spanOf("--kernel-args") : call.spanOfOperand(0));
        queues.checkThatThereAre(run.wiring(), call);
        if (functional) {
            return functional(run, call);
        }
        return options.run(
                call,
                topology -> new KernelWorkload(run, queues.config(topology), outputs -> check(run, outputs, call)));
    }

    private void checkFiles(Invocation call) throws IOException {
        OutputFiles files = options.files(call).output("--output", results.output());
        Optional.ofNullable(results.expected()).ifPresent(files::input);
        for (String argument : arguments) {
            ARRAY_FILE.matcher(argument).results().forEach(found -> files.input(Path.of(found.group(1))));
        }
        files.check();
    }

    /// An option that could have no effect is refused.
    private void checkOptions(Invocation call) {
        Diagnostics problems = new Diagnostics();
        if (functional) {
            for (String option :
                    List.of("--no-data", "--trace", "--op-log", "--report", "--slots", "--slot-size", "--buffer")) {
                refuse(option, "--functional", call, problems);
            }
        }
        if (!options.data()) {
            for (String option : List.of("--output", "--expect")) {
                refuse(option, "--no-data", call, problems);
            }
        }
        results.check(call, problems);
        problems.throwIfErrors();
    }

    private static void refuse(String option, String other, Invocation call, Diagnostics problems) {
        if (call.isGiven(option)) {
            problems.error(
                    "TL-405",
                    call.spanOf(option),
                    "`" + option + "` and `" + other + "` do not go together",
                    "keep one of them");
        }
    }

    private Script load(Path file, Invocation call) {
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        return Script.load(
                source.orElseThrow(),
                Optional.ofNullable(kernel),
                line -> call.console().print(line + "\n"));
    }

    private SequencedMap<String, Argument> arguments(Invocation call) {
        Diagnostics problems = new Diagnostics();
        ArgumentReader reader = new ArgumentReader(problems);
        List<Span> spans = call.spansOf("--kernel-args");
        for (int i = 0; i < arguments.size(); i++) {
            reader.read(arguments.get(i), spans.get(i));
        }
        problems.throwIfErrors();
        return reader.arguments();
    }

    private OutputCheck.Checked check(KernelRun run, SequencedMap<String, NdArray> outputs, Invocation call) {
        List<Comparison> comparisons = results.apply(outputs, call);
        List<Figure> figures = new ArrayList<>();
        outputs.forEach((name, array) -> figures.add(new Figure("outputs", name, new Quantity.Text(array.toString()))));
        Path expect = results.expected();
        if (expect == null) {
            return new OutputCheck.Checked(new ValueCheck(), figures);
        }
        if (comparisons.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                    "TL-406", call.spanOf("--expect"), "`" + expect + "` holds no array to compare with"));
        }
        ValueCheck values = new ValueCheck();
        for (Comparison comparison : comparisons) {
            // Its text begins with the name, which the summary shows itself.
            String text = comparison.text().substring(comparison.name().length() + 2);
            figures.add(new Figure("comparisons", comparison.name(), new Quantity.Text(text)));
            NdArray array = outputs.get(comparison.name());
            values.count(array == null ? 0 : array.elements());
            addWrong(run, comparison, array == null ? 0 : array.elements(), values);
        }
        return new OutputCheck.Checked(values, figures);
    }

    private static void addWrong(KernelRun run, Comparison comparison, long elements, ValueCheck values) {
        Buffer buffer = Objects.requireNonNull(run.buffers().get(comparison.name()));
        for (Comparison.Element element : comparison.first()) {
            int rank = run.holder(buffer, element.number(), elements);
            values.wrong(() -> new WrongValue(
                    comparison.name(),
                    OptionalInt.of(rank),
                    run.places().get(rank),
                    element.index(),
                    element.found(),
                    element.expected()));
        }
        values.addWrong(comparison.wrong() - comparison.first().size());
    }

    private ExitCode functional(KernelRun run, Invocation call) {
        SequencedMap<String, NdArray> outputs = FunctionalKernel.run(run, options.seed(), call.limits());
        OutputCheck.Checked checked = check(run, outputs, call);
        FunctionalSummary summary =
                new FunctionalSummary(run.name(), run.places().size(), options.seed(), checked);
        if (options.wantsJson()) {
            call.console().document(summary::write);
        } else {
            call.console().print(summary.text());
            call.console().alarm(WrongValues.text(checked.values().first()));
        }
        return checked.values().wrong() == 0 ? ExitCode.OK : ExitCode.WRONG;
    }
}
