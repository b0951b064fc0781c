package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
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
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.lang.ComparisonOptions;
import sectile.cli.options.OutputFiles;
import sectile.report.run.Comparison;
import sectile.report.run.Results;
import sectile.script.Script;
import sectile.script.launch.Argument;
import sectile.script.launch.ArgumentReader;
import sectile.script.launch.Buffer;
import sectile.script.launch.KernelRun;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;

/// What a kernel takes on every executor: the function, its PEs, its queues, its arguments and what becomes of its
/// arrays.
final class KernelOptions {
    /// A file among the arguments, as in `y=data.npy@split`.
    private static final Pattern ARRAY_FILE = Pattern.compile("=([^,@=]+\\.npy)");

    @ParametersDelegate
    private final Selection selection = new Selection();

    @ParametersDelegate
    private final QueueOptions queues = new QueueOptions();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

    @Parameter(
            names = {"--entry", "--kernel"},
            placeholder = "NAME",
            description = "the function to run; `kernel`, or the only one that takes tl, if not given")
    private @Nullable String kernel;

    @Parameter(
            names = "--kernel-args",
            placeholder = "NAME=VALUE,…",
            splitter = Values.Unsplit.class,
            description = "what parameters get: x=randn:64x64:f16, n=64, y=data.npy@split …; may be repeated")
    private List<String> arguments = new ArrayList<>();

    @Parameter(
            names = "--input",
            placeholder = "NAME=SOURCE",
            splitter = Values.Unsplit.class,
            description = "the same for one parameter, such as x=randn:64x64:f16; may be repeated")
    private List<String> inputs = new ArrayList<>();

    static final String DESCRIPTION = """
            Parameters get what --kernel-args says: SOURCE:SHAPE[:DTYPE] makes a buffer, where SOURCE is randn, uniform,
            arange, zeros, ones or a number; FILE.npy is a buffer, too; anything else is a value. A buffer is shared by all
            PEs; with @each every PE has one of its own, with @split each has its part. rank and world_size are filled in
            automatically. --input x=SOURCE and --set n=VALUE give one parameter, as for a tile program; --set with a dot in
            its name changes the machine. The exit code is 1 if a comparison fails. docs/kernels.md is the guide to kernels.
            """;

    void check(Invocation call, Diagnostics problems) {
        results.check(call, problems);
    }

    /// Files that are read and written.
    void addTo(OutputFiles files) {
        files.output("--output", results.output());
        Optional.ofNullable(results.expected()).ifPresent(files::input);
        for (List<String> texts : List.of(arguments, inputs)) {
            for (String text : texts) {
                ARRAY_FILE.matcher(text).results().forEach(found -> files.input(Path.of(found.group(1))));
            }
        }
    }

    /// Reads the kernel and puts its run together.
    ///
    /// @param settings parameters given with `--set`
    KernelRun prepare(Topology machine, List<String> settings, Invocation call) {
        Script script = load(Path.of(call.operand(0)), Optional.ofNullable(kernel), call);
        return prepare(script, machine, read(settings, call), selection, queues, call.spanOfOperand(0), call);
    }

    /// The same for a kernel that was read.
    static KernelRun prepare(
            Script script,
            Topology machine,
            SequencedMap<String, Argument> arguments,
            Selection selection,
            QueueOptions queues,
            Span at,
            Invocation call) {
        List<Place> places = selection.places(machine, call);
        KernelRun run = KernelRun.of(
                script,
                machine,
                places,
                arguments,
                queues.wiring(machine, places, call),
                call.isGiven("--kernel-args") ? call.spanOf("--kernel-args") : at);
        queues.checkThatThereAre(run.wiring(), call);
        return run;
    }

    QueueConfig config(Topology machine) {
        return queues.config(machine);
    }

    static Script load(Path file, Optional<String> kernel, Invocation call) {
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        return Script.load(source.orElseThrow(), kernel, line -> call.console().print(line + "\n"));
    }

    private SequencedMap<String, Argument> read(List<String> settings, Invocation call) {
        Diagnostics problems = new Diagnostics();
        ArgumentReader reader = new ArgumentReader(problems);
        read(arguments, call.spansOf("--kernel-args"), reader);
        read(inputs, call.spansOf("--input"), reader);
        settings.forEach(setting -> reader.read(setting, call.spanOf("--set")));
        problems.throwIfErrors();
        return reader.arguments();
    }

    static void read(List<String> texts, List<Span> spans, ArgumentReader reader) {
        for (int i = 0; i < texts.size(); i++) {
            reader.read(texts.get(i), spans.get(i));
        }
    }

    /// The arrays afterwards, written and compared as asked for.
    Results results(KernelRun run, SequencedMap<String, NdArray> outputs, Invocation call) {
        return new Results(run.places().size(), outputs, results.apply(outputs, call));
    }

    /// What was compared, with the PE that holds each wrong value.
    static ValueCheck check(KernelRun run, Results results) {
        return ComparisonOptions.check(results.comparisons(), (comparison, element) -> {
            Buffer buffer = Objects.requireNonNull(run.buffers().get(comparison.name()));
            int rank = run.holder(buffer, element.number(), elements(results, comparison));
            return new ValueCheck.Result(
                    comparison.name(), OptionalInt.of(rank), run.places().get(rank));
        });
    }

    private static long elements(Results results, Comparison comparison) {
        NdArray array = results.outputs().get(comparison.name());
        return array == null ? 0 : array.elements();
    }
}
