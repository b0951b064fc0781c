package sectile.cli.lang;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
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
import sectile.cli.options.OutputFiles;
import sectile.cli.problem.CliCode;
import sectile.report.html.HtmlReport;
import sectile.runtime.device.Evaluation;
import sectile.runtime.device.EvaluationOptions;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.HostDevice;
import sectile.runtime.predict.Calibration;
import sectile.runtime.predict.Prediction;

/// `sectile eval`
public final class EvalCommand implements Command {
    private final Executors executors;

    @ParametersDelegate
    private final ExecOptions on = new ExecOptions();

    @ParametersDelegate
    private final ShapeOptions shapes = new ShapeOptions();

    @ParametersDelegate
    private final ProgramOptions options = new ProgramOptions();

    @ParametersDelegate
    private final HostBufferOption hostBuffers = new HostBufferOption();

    @Parameter(
            names = "--repeat",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many times are taken; 10 if not given")
    private int repeat = 10;

    @Parameter(
            names = "--number",
            placeholder = "N",
            converter = Values.Count.class,
            description = "how many executions each time covers; as many as last --min-ms if not given")
    private int number;

    @Parameter(
            names = "--min-ms",
            placeholder = "MS",
            converter = Values.Count.class,
            description = "how long the executions of one time last at least, in milliseconds; 20 if not given")
    private int minMilliseconds = 20;

    @Parameter(names = "--cold", description = "empty the caches before every execution and time each alone")
    private boolean cold;

    @Parameter(
            names = "--validate",
            description = "compare results with the interpreter's before timing, which is done unless --no-validate")
    private boolean validate;

    @Parameter(names = "--no-validate", description = "time the program whatever it computes")
    private boolean noValidate;

    @Parameter(names = "--counters", description = "read counters of the processor and the system")
    private boolean counters;

    @Parameter(
            names = "--save-temps",
            placeholder = "DIR",
            converter = Values.File.class,
            description = "leave the emitted text there")
    private @Nullable Path saveTemps;

    @Parameter(
            names = "--report",
            placeholder = "OUT.html",
            converter = Values.HtmlFile.class,
            description = "write a report with the roofline there")
    private @Nullable Path report;

    @Parameter(
            names = "--predict",
            description = "measure this CPU, and simulate the program on a topology that describes it; with --on host")
    private boolean predict;

    public EvalCommand(Executors executors) {
        this.executors = executors;
    }

    @Override
    public String name() {
        return "eval";
    }

    @Override
    public String summary() {
        return "measures how fast a tile program runs on a device";
    }

    @Override
    public String description() {
        return """
            Compares the results with the interpreter's, warms up, and times as many executions together as last --min-ms.
            Between the times it measures what the device can reach, so that a part of the peak is that of the same moment.
            Bytes are those of all inputs and outputs, each counted once. docs/devices.md says what the numbers mean.
            """;
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "FILE");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("eval examples/softmax.py --repeat 5 --min-ms 2", "as native code on this CPU"),
                new Example("eval examples/matmul.py --repeat 5 --min-ms 2 --counters --json", "with counters"),
                new Example("eval examples/matmul.py --repeat 3 --min-ms 2 --report eval.html", "with the roofline"),
                new Example(
                        "eval examples/matmul.py --repeat 3 --min-ms 2 --predict", "beside a simulation of this CPU"),
                new Example("eval examples/elementwise.py --on machine --repeat 1", "simulated time"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        on.begin(call);
        Executor executor = executors.ofPrograms(on.name("host"), on.span(call));
        Diagnostics problems = new Diagnostics();
        on.check(executor, call, problems);
        hostBuffers.check(executor, call, problems);
        contradicts(call, problems, "--validate", "--no-validate");
        contradicts(call, problems, "--number", "--min-ms");
        contradicts(call, problems, "--cold", "--number");
        contradicts(call, problems, "--cold", "--min-ms");
        if (saveTemps != null && executor.usesMachine()) {
            on.refuse("--save-temps", executor, call, problems);
        }
        if (predict && !executor.name().equals("host")) {
            problems.error(
                    CliCode.OPTION_WITHOUT_EFFECT,
                    call.spanOf("--predict"),
                    "`--predict` has no effect on the executor `" + executor.name() + "`: it describes this CPU",
                    "leave it out, or use --on host");
        }
        problems.throwIfErrors();
        new OutputFiles(call)
                .input(Path.of(call.operand(0)))
                .output("--report", Optional.ofNullable(report))
                .check();
        Map<String, Object> constants = on.constants(call);
        ProgramOptions.Prepared prepared = options.prepare(
                call,
                shapes.specialisation(call, options.entry(), constants),
                shapes.read(call),
                constants,
                on.seed(),
                OptionalLong.empty());
        call.limits().progress().begin("evaluating " + prepared.function().name());
        var request = new DeviceRequest(
                () -> on.machine(options.ranks(), call), Optional.ofNullable(saveTemps), hostBuffers.allowed());
        Evaluation evaluation;
        @Nullable Prediction prediction = null;
        try (ProgramDevice device = executors.open(on.name("host"), request, on.span(call))) {
            evaluation = device.evaluate(
                    prepared.program(),
                    prepared.run(),
                    new EvaluationOptions(
                            repeat,
                            number,
                            Duration.ofMillis(minMilliseconds),
                            cold,
                            validate || !noValidate,
                            counters));
            if (predict && device instanceof HostDevice host) {
                call.limits().progress().begin("measuring this CPU");
                prediction = Prediction.of(
                        prepared.program(), prepared.run(), Calibration.measure(host), evaluation.bytes());
            }
        }
        var shown = new EvaluationText(
                prepared.function().name(),
                Path.of(call.operand(0)),
                options.ranks(),
                evaluation,
                Optional.ofNullable(prediction));
        if (report != null) {
            HtmlReport.write(shown.page(), report);
        }
        if (on.wantsJson()) {
            call.console().document(json -> shown.write(json, on.seed()));
        } else {
            call.console().print(shown.text());
        }
        return ExitCode.OK;
    }

    private static void contradicts(Invocation call, Diagnostics problems, String first, String second) {
        if (call.isGiven(first) && call.isGiven(second)) {
            problems.error(
                    CliCode.CONTRADICTING_OPTIONS,
                    call.spanOf(second),
                    "`" + first + "` and `" + second + "` contradict each other",
                    "leave one of them out");
        }
    }
}
