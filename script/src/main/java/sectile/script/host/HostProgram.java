package sectile.script.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.dist.Cluster;
import sectile.dist.worker.SpawnException;
import sectile.script.code.Activation;
import sectile.script.code.FunctionValue;
import sectile.script.code.Given;
import sectile.script.code.Module;
import sectile.script.collective.TextAlgorithms;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Machine;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.Workload;
import sectile.sim.workload.WorkloadResult;

/// A file with `def run(torch):`, ready to run on a machine.
///
/// @param algorithms the collectives it can use
/// @param printed where lines go that it prints
public record HostProgram(SourceFile source, TextAlgorithms algorithms, Consumer<String> printed) implements Workload {
    private static final String ENTRY = "run";

    /// Reads a program and reports everything that can be known to be wrong before it runs.
    ///
    /// @throws DiagnosticException with all of it
    public static HostProgram load(SourceFile source, TextAlgorithms algorithms, Consumer<String> printed) {
        HostProgram program = new HostProgram(source, algorithms, printed);
        program.entry(new Session(null, algorithms, printed));
        return program;
    }

    private FunctionValue entry(Session session) {
        Diagnostics problems = new Diagnostics();
        Files files = new Files(source, session, problems);
        Module module = files.program();
        if (!module.hasFunction(ENTRY)) {
            problems.throwIfErrors();
            throw new DiagnosticException(Diagnostic.error(
                            TextCode.WHICH_KERNEL, Span.none(), "`" + source.name() + "` has no function `run`")
                    .hint("a host program has `def run(torch):`"));
        }
        FunctionValue entry = module.functionValue(ENTRY);
        if (entry.code().parameters().isEmpty()) {
            problems.error(
                    TextCode.TL_PARAMETER, entry.code().span(), "`run` takes no argument", "write def run(torch):");
        }
        problems.throwIfErrors();
        return entry;
    }

    @Override
    public String name() {
        return source.name().substring(source.name().lastIndexOf('/') + 1);
    }

    @Override
    public List<SourceFile> sources() {
        return List.of(source);
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        // The machine is closed by its owner.
        @SuppressWarnings("MustBeClosed")
        Cluster cluster = Cluster.on(machine);
        Session session = new Session(cluster, algorithms, printed);
        FunctionValue entry = entry(session);
        try {
            entry.call(Given.of(
                    Activation.onHost(printed, machine.limits()),
                    List.of(torch(session)),
                    entry.code().span()));
        } catch (SpawnException e) {
            throw e.forUsers();
        } catch (StackOverflowError e) {
            throw Problems.at(
                    entry.code().span(), TextCode.CALLS_TOO_DEEP, "the program nests calls too deep", "use a loop");
        }
        cluster.distributed().checkFinished();
        machine.drain();
        List<WorkloadResult.Phase> phases = new java.util.ArrayList<>(session.phases());
        phases.add(new WorkloadResult.Phase(ENTRY, "the whole program", whole(phases, machine.nowPs())));
        return new WorkloadResult(phases, new ValueCheck(), machine.statistics());
    }

    private static LaunchResult whole(List<WorkloadResult.Phase> phases, long now) {
        long first = now;
        long last = 0;
        for (WorkloadResult.Phase phase : phases) {
            first = Math.min(first, phase.result().firstStartPs());
            last = Math.max(last, phase.result().lastEndPs());
        }
        return new LaunchResult(0, now, phases.isEmpty() ? 0 : first, phases.isEmpty() ? 0 : last);
    }

    /// What the program gets as its argument.
    static HostModule torch(Session session) {
        List<Row> rows = new java.util.ArrayList<>(new TorchRows(session).all());
        rows.addAll(new DistributedRows(session).all());
        SequencedMap<String, Object> constants = new LinkedHashMap<>();
        Map.of("SUM", "sum", "MAX", "max", "MIN", "min", "PRODUCT", "prod")
                .forEach((name, op) -> constants.put("torch.distributed.ReduceOp." + name, op));
        List.of("float16", "bfloat16", "float32", "float64", "int8", "int32", "int64")
                .forEach(name -> constants.put(
                        "torch." + name,
                        sectile.base.array.DType.parse(name).orElseThrow().text()));
        return HostModule.of("torch", rows, constants);
    }

    /// Every function a host program can call, with its signature, in the order of the reference.
    public static List<String> signatures() {
        Session session = new Session(null, TextAlgorithms.load(Optional.empty(), List.of(), line -> {}), line -> {});
        List<Row> rows = new java.util.ArrayList<>(new TorchRows(session).all());
        rows.addAll(new DistributedRows(session).all());
        rows.add(PolicyValue.row());
        rows.addAll(new ParallelRows(session).all());
        rows.addAll(new NumpyRows().all());
        return rows.stream()
                .map(row -> row.path() + "(" + row.signature().text() + ")")
                .toList();
    }
}
