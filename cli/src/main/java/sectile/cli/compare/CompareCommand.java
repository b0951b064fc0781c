package sectile.cli.compare;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.dist.ComparedAlgorithms;
import sectile.cli.kernel.ComparedKernels;
import sectile.cli.lang.Dialect;
import sectile.cli.lang.Programs;
import sectile.cli.options.DataOptions;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.problem.CliCode;
import sectile.report.run.Outcome;
import sectile.report.run.Recorder;
import sectile.report.run.TimeShares;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topology;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// `sectile compare`
public final class CompareCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions(true);

    @ParametersDelegate
    private final DataOptions data = new DataOptions();

    @ParametersDelegate
    private final ComparedAlgorithms algorithms = new ComparedAlgorithms();

    @ParametersDelegate
    private final ComparedKernels kernels = new ComparedKernels();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @Parameter(
            names = "--sizes",
            placeholder = "BYTES,…",
            converter = Values.Size.class,
            description =
                    "bytes of one rank, such as 4K,64K,1M: the elements of an algorithm and the constant N of a program")
    private List<Long> sizes = new ArrayList<>();

    @Override
    public String name() {
        return "compare";
    }

    @Override
    public String summary() {
        return "runs programs, kernels and algorithms on one machine and shows them in one table";
    }

    @Override
    public String description() {
        return """
                WHAT is a tile program, a tl kernel, a collective algorithm as a file, or an algorithm by name (`sectile
                algorithms` lists them). Every row shows where the time went: launch and completion messages, work of engines and
                of the queue engine, waits for a free slot (credit) and for a message, idle time, and the busiest link. A program
                runs with as many ranks as the machine has SIPs; --set NAME=VALUE without a dot in NAME sets its constants.
                The exit code is 1 if values are wrong.
                """;
    }

    @Override
    public Operands operands() {
        return new Operands(1, Integer.MAX_VALUE, "WHAT...");
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("compare ring tree halving_doubling --sizes 4K,1M --topology flat --ranks 8", "algorithms"),
                new Example(
                        "compare examples/all_reduce.py examples/kernels/ring_allreduce.py --ranks 4 --sizes 1K",
                        "one collective, two ways: windows and queues"));
    }

    @Override
    public ExitCode run(Invocation call) {
        if (json.wanted()) {
            call.console().answerInJson();
        }
        Topology topology = machine.machine(algorithms.settings(), call.console());
        List<OptionalLong> points = sizes.isEmpty()
                ? List.of(OptionalLong.empty())
                : sizes.stream().map(OptionalLong::of).toList();
        List<ComparedRow> rows = new ArrayList<>();
        for (OptionalLong size : points) {
            for (int i = 0; i < call.operands().size(); i++) {
                String subject = call.operand(i);
                rows.add(measure(
                        subject, size, workload(subject, size, topology, call.spanOfOperand(i), call), topology, call));
            }
        }
        CompareTable table = new CompareTable(topology, rows);
        if (json.wanted()) {
            call.console().document(table::write);
        } else {
            call.console().print(table.text());
        }
        return table.ok() ? ExitCode.OK : ExitCode.WRONG;
    }

    private Workload workload(String subject, OptionalLong size, Topology topology, Span at, Invocation call) {
        Path file = Path.of(subject);
        if (!subject.endsWith(".py")) {
            return algorithms.workload(subject, size, at, call);
        }
        if (Dialect.of(file) == Dialect.TILE) {
            if (!data.data()) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.NO_DATA_FOR_PROGRAM,
                                call.spanOf("--no-data"),
                                "`" + subject + "` is a tile program, which always computes values")
                        .hint("leave --no-data out"));
            }
            Map<String, Long> constants = size.isPresent()
                    ? Map.of(
                            "N",
                            Math.max(1, size.getAsLong() / algorithms.dtype().bytesFor(1)))
                    : Map.of();
            return Programs.workload(file, machine.programSettings(), constants, topology.sips(), data.seed(), call);
        }
        if (ComparedKernels.isCollective(file, call)) {
            return algorithms.workload(subject, size, at, call);
        }
        if (size.isPresent()) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.OPTION_WITHOUT_EFFECT,
                            call.spanOf("--sizes"),
                            "`--sizes` has no effect on the kernel `" + subject + "`")
                    .hint("leave --sizes out, and give the kernel its sizes with --kernel-args"));
        }
        return kernels.workload(file, topology, at, call);
    }

    private ComparedRow measure(
            String subject, OptionalLong size, Workload workload, Topology topology, Invocation call) {
        call.limits().progress().begin("simulating " + subject);
        Recorder recorder = new Recorder();
        var options = sectile.sim.machine.MachineOptions.standard()
                .withData(data.data())
                .within(call.limits())
                .withListener(recorder);
        WorkloadResult result;
        try (Machine opened = Machine.open(topology, options)) {
            result = workload.run(opened, data.seed());
        }
        Outcome outcome =
                Outcome.of(workload, topology, result, data.data(), data.seed(), Optional.empty(), Optional.empty());
        String name = subject.substring(subject.lastIndexOf('/') + 1);
        return new ComparedRow(name, size, outcome, TimeShares.of(outcome, recorder.recording(outcome)));
    }
}
