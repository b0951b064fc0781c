package sectile.cli.kernel;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.cli.command.Invocation;
import sectile.cli.command.Values;
import sectile.cli.options.OutputFiles;
import sectile.cli.problem.CliCode;
import sectile.script.Script;
import sectile.script.launch.Argument;
import sectile.script.launch.ArgumentReader;
import sectile.script.launch.KernelRun;
import sectile.sim.Place;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.topology.Topology;

/// Which kernel, on which PEs, with which queues and arguments.
final class KernelArguments {
    /// A file among the arguments, as in `y=data.npy@split`.
    private static final Pattern ARRAY_FILE = Pattern.compile("=([^,@=]+\\.npy)");

    @ParametersDelegate
    private final Selection selection = new Selection();

    @ParametersDelegate
    private final QueueOptions queues = new QueueOptions();

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

    /// Reads the kernel and puts its run together.
    ///
    /// @param settings parameters given with `--set`
    /// @param printer hears what the kernel prints
    /// @param most so many of the PEs, the first ones; all if empty
    KernelRun prepare(
            Topology machine, List<String> settings, Consumer<String> printer, OptionalInt most, Invocation call) {
        Script script = load(Path.of(call.operand(0)), Optional.ofNullable(kernel), printer);
        List<Place> places = selection.places(machine, call);
        if (most.isPresent()) {
            if (most.getAsInt() > places.size()) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.TOO_MANY_PES,
                                call.spanOf("--ranks"),
                                "--ranks asks for " + most.getAsInt() + " PEs, but " + places.size() + " are chosen")
                        .hint("choose more with --sips, --cubes and --pes"));
            }
            places = places.subList(0, most.getAsInt());
        }
        return prepare(script, machine, read(settings, call), places, queues, call.spanOfOperand(0), call);
    }

    /// How many PEs are chosen.
    int chosen(Topology machine, Invocation call) {
        return selection.places(machine, call).size();
    }

    /// Files that are read.
    void addTo(OutputFiles files) {
        for (List<String> texts : List.of(arguments, inputs)) {
            for (String text : texts) {
                ARRAY_FILE.matcher(text).results().forEach(found -> files.input(Path.of(found.group(1))));
            }
        }
    }

    /// The same for a kernel that was read.
    static KernelRun prepare(
            Script script,
            Topology machine,
            SequencedMap<String, Argument> arguments,
            List<Place> places,
            QueueOptions queues,
            Span at,
            Invocation call) {
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

    static Script load(Path file, Optional<String> kernel, Consumer<String> printer) {
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        return Script.load(source.orElseThrow(), kernel, printer);
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
}
