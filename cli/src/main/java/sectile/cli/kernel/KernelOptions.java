package sectile.cli.kernel;

import com.beust.jcommander.ParametersDelegate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostics;
import sectile.cli.command.Invocation;
import sectile.cli.lang.ComparisonOptions;
import sectile.cli.options.OutputFiles;
import sectile.report.run.Comparison;
import sectile.report.run.Results;
import sectile.script.launch.Buffer;
import sectile.script.launch.KernelRun;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.topology.Topology;
import sectile.sim.workload.ValueCheck;

/// What a kernel takes on every executor: the function, its PEs, its queues, its arguments and what becomes of its
/// arrays.
final class KernelOptions {
    @ParametersDelegate
    private final KernelArguments what = new KernelArguments();

    @ParametersDelegate
    private final ComparisonOptions results = new ComparisonOptions();

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
        what.addTo(files);
    }

    /// Reads the kernel and puts its run together.
    ///
    /// @param settings parameters given with `--set`
    KernelRun prepare(Topology machine, List<String> settings, Invocation call) {
        return what.prepare(machine, settings, line -> call.console().print(line + "\n"), OptionalInt.empty(), call);
    }

    QueueConfig config(Topology machine) {
        return what.config(machine);
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
