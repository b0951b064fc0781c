package sectile.cli.run;

import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import sectile.base.diag.DiagnosticException;
import sectile.base.quantity.Units;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.options.DataOptions;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.cli.options.RecordOptions;
import sectile.cli.variation.VariationOptions;
import sectile.cli.whatif.Change;
import sectile.cli.whatif.WhatIf;
import sectile.cli.whatif.WhatIfOptions;
import sectile.report.html.HtmlReport;
import sectile.report.run.Draws;
import sectile.report.run.OpLog;
import sectile.report.run.Outcome;
import sectile.report.run.Recorder;
import sectile.report.run.Recording;
import sectile.report.run.Results;
import sectile.report.run.RunJson;
import sectile.report.run.RunReport;
import sectile.report.run.RunSummary;
import sectile.report.run.RunTrace;
import sectile.report.run.Why;
import sectile.report.run.WrongValues;
import sectile.sim.machine.Machine;
import sectile.sim.path.Tracing;
import sectile.sim.path.Trail;
import sectile.sim.topology.Topology;
import sectile.sim.topology.Variation;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// What every run takes: a machine, what values, and what to write down.
public final class RunOptions {
    @ParametersDelegate
    private final MachineOptions machine;

    @ParametersDelegate
    private final DataOptions data = new DataOptions();

    @ParametersDelegate
    private final RecordOptions records = new RecordOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @ParametersDelegate
    private final WhatIfOptions whatIf = new WhatIfOptions();

    @ParametersDelegate
    private final VariationOptions variation = new VariationOptions();

    public RunOptions() {
        this(new MachineOptions(false));
    }

    private RunOptions(MachineOptions machine) {
        this.machine = machine;
    }

    /// For verbs whose `--set` also sets constants of a program: those without a dot in their names.
    public static RunOptions ofPrograms() {
        return new RunOptions(new MachineOptions(true));
    }

    /// What `--set` says about the program rather than the machine.
    public List<String> programSettings() {
        return machine.programSettings();
    }

    /// The machine that was asked for.
    public Topology topology(Invocation call) {
        return machine.machine(call.console());
    }

    /// Whether values are computed.
    public boolean data() {
        return data.data();
    }

    public long seed() {
        return data.seed();
    }

    public boolean wantsJson() {
        return json.wanted();
    }

    /// The files that are written and read whatever the workload is; its operands are files that are read.
    public OutputFiles files(Invocation call) {
        OutputFiles files = new OutputFiles(call)
                .output("--trace", records.trace())
                .output("--op-log", records.opLog())
                .output("--report", records.report());
        machine.file().ifPresent(files::input);
        call.operands().forEach(operand -> files.input(Path.of(operand)));
        return files;
    }

    /// Runs a workload that depends on the topology, shows the summary and writes what was asked for.
    public ExitCode run(Invocation call, Function<Topology, Workload> workload) throws IOException {
        return run(call, List.of(), List.of(), Optional.empty(), workload, Optional::empty);
    }

    /// The same for a program that needs a SIP for each of its ranks: the machine gets as many, unless the command line
    /// says how many it has.
    public ExitCode run(
            Invocation call, int ranks, Function<Topology, Workload> workload, Supplier<Optional<Results>> results)
            throws IOException {
        return run(call, machine.settingsFor(ranks), List.of(), Optional.empty(), workload, results);
    }

    /// The same for a kernel, whose arrays are known after the run.
    public ExitCode run(Invocation call, Function<Topology, Workload> workload, Supplier<Optional<Results>> results)
            throws IOException {
        return run(call, List.of(), List.of(), Optional.empty(), workload, results);
    }

    /// The same for a workload that has no arrays to show.
    public ExitCode run(
            Invocation call,
            List<String> settings,
            List<Path> inputs,
            Optional<Path> reportFile,
            Function<Topology, Workload> workload)
            throws IOException {
        return run(call, settings, inputs, reportFile, workload, Optional::empty);
    }

    /// The same with further settings of the topology, which those of the command line cannot undo, with further files
    /// that are read, and with a file for the report if the command line names none.
    private ExitCode run(
            Invocation call,
            List<String> settings,
            List<Path> inputs,
            Optional<Path> reportFile,
            Function<Topology, Workload> workload,
            Supplier<Optional<Results>> results)
            throws IOException {
        OutputFiles files = files(call);
        inputs.forEach(files::input);
        files.check();
        Optional<Path> report = records.report().or(() -> reportFile);
        Topology topology = machine.machine(settings, call.console());
        Optional<Topology> varied = varied(call, settings);
        Workload chosen = workload.apply(topology);
        boolean recording = records.trace().isPresent() || records.opLog().isPresent() || report.isPresent();
        Recorder recorder = new Recorder();
        sectile.sim.machine.MachineOptions options = sectile.sim.machine.MachineOptions.standard()
                .withData(data.data())
                .within(call.limits())
                .traced(recording ? Tracing.ALL : whatIf.isGiven() ? Tracing.PATH : Tracing.SHORT_PATH);
        if (recording) {
            options = options.withListener(recorder);
        }
        call.limits().progress().begin("simulating " + chosen.name());
        long began = System.nanoTime();
        Outcome measured;
        Optional<String> forgotten;
        try (Machine opened = Machine.open(topology, options)) {
            WorkloadResult result = chosen.run(opened, data.seed());
            Duration wall = Duration.ofNanos(System.nanoTime() - began);
            measured = Outcome.of(chosen, topology, result, data.data(), data.seed(), Optional.of(wall), results.get())
                    .explainedBy(opened);
            forgotten = opened.gaveUpTracing() ? Optional.of(forgotten()) : Optional.empty();
        }
        forgotten.ifPresent(note -> call.console().note(note));
        Recording recorded = recorder.recording(measured);
        Outcome outcome = recording ? measured.recordedIn(recorded) : measured;
        Optional<WhatIf> changed = whatIf(call, settings, workload, outcome);
        Optional<Draws> draws = varied.map(base -> draws(call, base, workload, outcome));
        show(call, outcome, forgotten, changed, draws);
        if (recording) {
            call.limits().progress().begin("writing what was recorded");
            record(call, report, outcome, recorded, draws);
        }
        return outcome.ok() && draws.map(Draws::ok).orElse(true) ? ExitCode.OK : ExitCode.WRONG;
    }

    private String forgotten() {
        return "the critical path is not shown, because the run has more than "
                + Units.count(Trail.mostSteps(data.data())) + " steps; --report finds it nevertheless";
    }

    /// The same workload on every changed machine.
    private Optional<WhatIf> whatIf(
            Invocation call, List<String> settings, Function<Topology, Workload> workload, Outcome measured) {
        if (!whatIf.isGiven()) {
            return Optional.empty();
        }
        List<WhatIf.Row> rows = new ArrayList<>();
        Set<String> onPath = measured.why().map(Why::settings).orElse(Set.of());
        for (Change change : whatIf.changes(machine.document(settings), onPath, call)) {
            List<String> changed = new ArrayList<>(settings);
            changed.add(change.setting());
            Topology topology = change.blamed(() -> machine.machine(changed, call.console()));
            Workload chosen = workload.apply(topology);
            call.limits().progress().begin("simulating with " + change.setting());
            var options = sectile.sim.machine.MachineOptions.standard()
                    .withData(data.data())
                    .within(call.limits());
            try (Machine opened = Machine.open(topology, options)) {
                WorkloadResult result = chosen.run(opened, data.seed());
                Outcome outcome = Outcome.of(
                        chosen, topology, result, data.data(), data.seed(), Optional.empty(), Optional.empty());
                rows.add(new WhatIf.Row(change, outcome.latencyPs()));
            }
        }
        return Optional.of(new WhatIf(measured.latencyPs(), rows, whatIf.isRanked()));
    }

    /// The same workload on machines whose parts differ by chance.
    private Draws draws(Invocation call, Topology topology, Function<Topology, Workload> workload, Outcome measured) {
        Variation how = topology.speeds().variation();
        Draws draws = new Draws(how, measured.latencyPs());
        var options = sectile.sim.machine.MachineOptions.standard()
                .withData(data.data())
                .within(call.limits())
                .traced(Tracing.PATH);
        for (int draw = 1; draw <= variation.draws(); draw++) {
            call.limits().progress().begin("drawing machines");
            call.limits().progress().part(draw - 1, variation.draws());
            Topology drawn = topology.withDraw(how.seed(), draw);
            Workload chosen = workload.apply(drawn);
            try (Machine opened = Machine.open(drawn, options)) {
                WorkloadResult result = chosen.run(opened, data.seed());
                draws.add(
                        Outcome.of(chosen, drawn, result, data.data(), data.seed(), Optional.empty(), Optional.empty())
                                .explainedBy(opened));
            }
        }
        return draws;
    }

    /// The machine with what varies, if something is to vary.
    private Optional<Topology> varied(Invocation call, List<String> settings) {
        if (!variation.isGiven()) {
            return Optional.empty();
        }
        List<String> all = new ArrayList<>(settings);
        all.addAll(variation.settings(call));
        Topology topology = machine.machine(all, call.console());
        variation.check(topology, call);
        return Optional.of(topology);
    }

    private void show(
            Invocation call,
            Outcome outcome,
            Optional<String> forgotten,
            Optional<WhatIf> changed,
            Optional<Draws> draws) {
        if (json.wanted()) {
            call.console()
                    .document(writer -> RunJson.write(writer, outcome, more -> {
                        forgotten.ifPresent(note -> more.member("critical_path_missing", note));
                        changed.ifPresent(each -> each.write(more));
                        draws.ifPresent(each -> each.write(more));
                    }));
        } else {
            call.console().print(RunSummary.text(outcome));
            changed.ifPresent(each -> call.console().print("\n" + each.text()));
            draws.ifPresent(each -> call.console().print("\n" + each.text()));
            call.console().alarm(WrongValues.text(outcome.wrongValues()));
        }
    }

    private void record(
            Invocation call, Optional<Path> report, Outcome outcome, Recording recording, Optional<Draws> draws)
            throws IOException {
        if (records.trace().isPresent()) {
            RunTrace.write(records.trace().get(), outcome, recording);
            call.console().note("timeline: " + records.trace().get());
        }
        if (records.opLog().isPresent()) {
            OpLog.write(records.opLog().get(), recording);
            call.console().note("operations: " + records.opLog().get());
        }
        if (report.isPresent()) {
            writeReport(call, report.get(), outcome, recording, draws);
        }
    }

    /// A report that was not asked for may fail.
    private void writeReport(Invocation call, Path file, Outcome outcome, Recording recording, Optional<Draws> draws) {
        try {
            HtmlReport.write(
                    RunReport.page(outcome, recording)
                            .with(draws.map(Draws::sections).orElse(List.of())),
                    file);
            call.console().note("report: " + file);
        } catch (DiagnosticException e) {
            if (records.report().isPresent()) {
                throw e;
            }
            call.console().note("no report: " + e.diagnostics().getFirst().message());
        }
    }
}
