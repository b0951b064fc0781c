package sectile.cli.dist;

import com.beust.jcommander.Parameter;
import com.beust.jcommander.ParametersDelegate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.io.AtomicFiles;
import sectile.cli.command.Command;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.topology.Topology;

/// `sectile sweep`: one collective at many sizes.
public final class SweepCommand implements Command {
    @ParametersDelegate
    private final MachineOptions machine = new MachineOptions();

    @ParametersDelegate
    private final JsonOption json = new JsonOption();

    @ParametersDelegate
    private final ElementOptions elements = new ElementOptions();

    @Parameter(
            names = {"-b", "--begin"},
            placeholder = "BYTES",
            converter = ByteSizeValue.class,
            description = "the smallest size; 8 if not given")
    private long begin = 8;

    @Parameter(
            names = {"-e", "--end"},
            placeholder = "BYTES",
            converter = ByteSizeValue.class,
            description = "the largest size, such as 64K, 4M or 1G; 1M if not given")
    private long end = 1 << 20;

    @Parameter(
            names = {"-f", "--factor"},
            placeholder = "N",
            converter = FactorValue.class,
            description = "from one size to the next, 2 or more; 2 if not given")
    private int factor = 2;

    @Parameter(
            names = "--algorithm",
            placeholder = "NAME,…",
            description = "algorithms of the ccl.yaml, auto, or files like ring.py; its default if not given")
    private List<String> algorithms = new ArrayList<>();

    @Parameter(
            names = "--ranks",
            placeholder = "N,…",
            converter = Values.Count.class,
            description = "numbers of SIPs, one rank each; that of the topology if not given")
    private List<Integer> ranks = new ArrayList<>();

    @Parameter(
            names = "--check-up-to",
            placeholder = "BYTES",
            converter = ByteSizeValue.class,
            description = "compute and check values up to this size times ranks; 4M if not given")
    private long checkedBytes = Sweep.CHECKED_BYTES;

    @Parameter(
            names = "--csv",
            placeholder = "FILE.csv",
            converter = Values.CsvFile.class,
            description = "write the rows as they come")
    private @Nullable Path csv;

    @Parameter(names = "--resume", description = "keep the rows that the --csv file already has")
    private boolean resume;

    @Parameter(
            names = "--emit-tuning",
            placeholder = "FILE",
            converter = Values.File.class,
            description = "write a ccl.yaml whose `algorithm: auto` picks the fastest by size")
    private @Nullable Path tuning;

    @Override
    public String name() {
        return "sweep";
    }

    @Override
    public String summary() {
        return "times a collective at many sizes by several algorithms";
    }

    @Override
    public Operands operands() {
        return Operands.exactly(1, "COLLECTIVE");
    }

    @Override
    public String description() {
        return """
                COLLECTIVE is allreduce, allgather, reducescatter, broadcast, reduce or alltoall. Columns are those of
                nccl-tests; efficiency is the time no algorithm can beat over the time it took, and `*` marks the
                fastest algorithm of each size. Runs larger than --check-up-to compute no values and show no count of
                wrong ones; their times are the same.
                """;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "sweep allreduce -b 8 -e 1M -f 8 --algorithm ring,halving_doubling --ranks 4,8",
                        "two algorithms on two machines"),
                new Example(
                        "sweep allreduce --topology torus --algorithm ring,torus --emit-tuning tuned.yaml",
                        "find the best by size, then: run allreduce --ccl tuned.yaml"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        if (resume && csv == null) {
            throw new DiagnosticException(
                    Diagnostic.error("CLI-115", call.spanOf("--resume"), "`--resume` has no effect without --csv")
                            .hint("give the file that holds the rows: --csv FILE.csv --resume"));
        }
        TextAlgorithms texts = elements.texts(algorithms, call);
        CclConfig config = texts.config();
        List<Case> cases = cases(call, config);
        List<SweepRow> rows = measure(call, cases, texts);
        if (json.wanted()) {
            call.console().document(writer -> SweepTable.write(writer, rows));
        } else {
            call.console().print(SweepTable.text(rows));
        }
        if (tuning != null) {
            AtomicFiles.writeText(tuning, out -> out.append(Sweep.toYaml(Sweep.tuning(rows))));
            call.console().note("tuning: " + tuning);
        }
        boolean wrong = rows.stream().anyMatch(row -> row.wrong().orElse(0) > 0);
        return wrong ? ExitCode.WRONG : ExitCode.OK;
    }

    private List<SweepRow> measure(Invocation call, List<Case> cases, TextAlgorithms texts) {
        CclConfig config = texts.config();
        SweepFile file = new SweepFile();
        if (resume && csv != null) {
            file.read(csv, call.console());
            for (Case point : cases) {
                file.check(point, Fingerprint.of(topology(call, point.ranks()), config, point.algorithm()));
            }
        }
        List<SweepRow> rows = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Case point = cases.get(i);
            Optional<SweepRow> known = file.row(point);
            if (known.isEmpty()) {
                call.console()
                        .note("[" + (i + 1) + "/" + cases.size() + "] " + point.size() + " B, " + point.algorithm()
                                + ", " + point.ranks() + " ranks");
                Topology topology = topology(call, point.ranks());
                SweepRow row = Sweep.run(point, topology, config, texts.registries(), checkedBytes);
                file.add(row, Fingerprint.of(topology, config, point.algorithm()));
                if (csv != null) {
                    AtomicFiles.writeText(csv, file::write);
                }
            }
            rows.add(known.or(() -> file.row(point)).orElseThrow());
        }
        return rows;
    }

    private List<Case> cases(Invocation call, CclConfig config) {
        Collective collective = collective(call);
        List<String> names = algorithms.isEmpty()
                ? List.of(config.chosen().getOrDefault(collective, CclConfig.AUTO))
                : algorithms.stream().map(TextAlgorithms::name).toList();
        // Says so before anything runs if one does not exist.
        names.forEach(name -> config.with(collective, name));
        List<Integer> counts =
                ranks.isEmpty() ? List.of(machine.machine(call.console()).sips()) : ranks;
        List<Case> cases = new ArrayList<>();
        for (int count : counts) {
            for (long size : Sweep.sizes(begin, end, factor)) {
                names.forEach(name ->
                        cases.add(new Case(collective, count, name, size, elements.dtype(DType.F32), elements.op())));
            }
        }
        return cases;
    }

    private static Collective collective(Invocation call) {
        String word = call.operand(0);
        List<String> known = List.of("allreduce", "allgather", "reducescatter", "broadcast", "reduce", "alltoall");
        if (!known.contains(word.replace("_", ""))) {
            throw new DiagnosticException(
                    Diagnostic.error("CLI-114", call.spanOfOperand(0), "`" + word + "` cannot be swept")
                            .hint(Nearest.hint(word, known)));
        }
        return Collective.parse(word).orElseThrow();
    }

    private Topology topology(Invocation call, int count) {
        List<String> settings = ranks.isEmpty() ? List.of() : List.of("system.sips.count=" + count);
        return machine.machine(settings, call.console());
    }
}
