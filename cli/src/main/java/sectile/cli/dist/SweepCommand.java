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
import sectile.cli.command.Console;
import sectile.cli.command.Example;
import sectile.cli.command.ExitCode;
import sectile.cli.command.Invocation;
import sectile.cli.command.Operands;
import sectile.cli.command.Values;
import sectile.cli.options.JsonOption;
import sectile.cli.options.MachineOptions;
import sectile.cli.options.OutputFiles;
import sectile.cli.problem.CliCode;
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
            converter = Values.Size.class,
            description = "the smallest size; 8 if not given")
    private long begin = 8;

    @Parameter(
            names = {"-e", "--end"},
            placeholder = "BYTES",
            converter = Values.Size.class,
            description = "the largest size, such as 64K, 4M or 1G; 1M if not given")
    private long end = 1 << 20;

    @Parameter(
            names = {"-f", "--factor"},
            placeholder = "N",
            converter = Values.Factor.class,
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
            converter = Values.Size.class,
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

    @Parameter(
            names = {"-j", "--workers"},
            placeholder = "N",
            converter = Values.Count.class,
            description = "measure this many cases at a time; one for each core if not given")
    private int workers;

    @Parameter(
            names = "--report",
            placeholder = "FILE.html",
            converter = Values.HtmlFile.class,
            description = "write a page with time and bandwidth by size, and the bound")
    private @Nullable Path report;

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
                fastest right algorithm of each size. Runs larger than --check-up-to compute no values and show no count of
                wrong ones; their times are the same. Cases are measured on all cores (-j), which changes nothing but how long
                it takes. --report writes a page with a chart of time and bandwidth by size.
                """;
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "sweep allreduce -b 8 -e 1M -f 8 --algorithm ring,halving_doubling --ranks 4,8",
                        "two algorithms on two machines"),
                new Example(
                        "sweep allgather --topology torus --algorithm best,ring_allgather -b 64K --report sweep.html",
                        "how near to the bound, as a chart"),
                new Example(
                        "sweep allreduce --topology torus --algorithm ring,torus --emit-tuning tuned.yaml",
                        "find the best by size, then: run allreduce --ccl tuned.yaml"));
    }

    @Override
    public ExitCode run(Invocation call) throws IOException {
        if (resume && csv == null) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.OPTION_WITHOUT_EFFECT,
                            call.spanOf("--resume"),
                            "`--resume` has no effect without --csv")
                    .hint("give the file that holds the rows: --csv FILE.csv --resume"));
        }
        checkFiles(call);
        checkSizes(call);
        TextAlgorithms texts = elements.texts(distinctAlgorithms(call), call);
        List<Case> cases = cases(call, texts.config());
        SweepRun run = new SweepRun(count -> topology(call, count), texts, checkedBytes, call.console(), call.limits());
        if (resume && csv != null) {
            run.resume(csv, cases);
        }
        List<SweepRow> rows = run.measure(cases, Optional.ofNullable(csv), cores());
        List<Diagnostic> impossible = run.impossible();
        if (rows.isEmpty()) {
            throw new DiagnosticException(impossible);
        }
        if (json.wanted()) {
            call.console().document(writer -> SweepTable.write(writer, rows));
        } else {
            call.console().print(SweepTable.text(rows));
        }
        call.console().show(impossible);
        if (report != null) {
            SweepReport.write(report, rows, machine.machine(call.console()));
            call.console().note("report: " + report);
        }
        if (tuning != null) {
            tune(tuning, rows, texts.config(), call.console());
        }
        if (SweepTable.right(rows).size() < rows.size()) {
            return ExitCode.WRONG;
        }
        return impossible.isEmpty() ? ExitCode.OK : ExitCode.USER_ERROR;
    }

    private int cores() {
        return workers == 0 ? Runtime.getRuntime().availableProcessors() : workers;
    }

    private static void tune(Path file, List<SweepRow> rows, CclConfig config, Console console) throws IOException {
        List<SweepRow> usable = TuningFile.usable(rows);
        if (usable.size() < rows.size()) {
            console.note("tuning: rows of `auto`, and rows with wrong values, are left out");
        }
        if (usable.isEmpty()) {
            console.note("tuning: no row is left, nothing is written");
            return;
        }
        AtomicFiles.write(file, new TuningFile(file, config).text(usable));
        console.note("tuning: " + file);
    }

    private void checkFiles(Invocation call) throws IOException {
        OutputFiles files = new OutputFiles(call)
                .output("--csv", Optional.ofNullable(csv))
                .output("--report", Optional.ofNullable(report))
                .output("--emit-tuning", Optional.ofNullable(tuning));
        machine.file().ifPresent(files::input);
        elements.inputs(algorithms).forEach(files::input);
        files.check();
    }

    private void checkSizes(Invocation call) {
        if (begin > end) {
            String option = call.isGiven("--begin") ? "--begin" : "--end";
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.SIZES_REVERSED,
                            call.spanOf(option),
                            "no size lies between --begin " + begin + " and --end " + end)
                    .hint("make --end at least as large as --begin"));
        }
    }

    /// What is named twice is measured once; two files of one name could not be told apart.
    private List<String> distinctAlgorithms(Invocation call) {
        List<String> distinct = algorithms.stream().distinct().toList();
        List<String> names = new ArrayList<>();
        for (String algorithm : distinct) {
            String name = TextAlgorithms.name(algorithm);
            if (names.contains(name)) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.ALGORITHM_TWICE,
                                call.spanOf("--algorithm"),
                                "two algorithms are called `" + name + "`")
                        .hint("give one of the files another name"));
            }
            names.add(name);
        }
        return distinct;
    }

    private List<Case> cases(Invocation call, CclConfig config) {
        Collective collective = collective(call);
        List<String> names = algorithms.isEmpty()
                ? List.of(config.chosen().getOrDefault(collective, CclConfig.AUTO))
                : algorithms.stream().map(TextAlgorithms::name).distinct().toList();
        // Says so before anything runs if one does not exist.
        names.forEach(name -> config.with(collective, name));
        if (tuning != null && names.stream().allMatch(CclConfig.AUTO::equals)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.OPTION_WITHOUT_EFFECT,
                            call.spanOf("--emit-tuning"),
                            "`--emit-tuning` has no effect without an algorithm to choose")
                    .hint("name some: --algorithm ring,tree"));
        }
        List<Integer> counts = ranks.isEmpty()
                ? List.of(machine.machine(call.console()).sips())
                : ranks.stream().distinct().toList();
        List<Case> cases = new ArrayList<>();
        for (int count : counts) {
            for (long size : Sweep.sizes(begin, end, factor)) {
                for (String name : names) {
                    int world = world(count, config.with(collective, name), collective, call);
                    DType dtype = elements.dtype(DType.F32);
                    long moved = moved(collective, world, size, dtype);
                    cases.add(new Case(collective, world, name, moved, dtype, elements.op(config, name)));
                }
            }
        }
        return cases.stream().distinct().toList();
    }

    /// The ranks of a case: as many as are given, else as the ccl.yaml asks for, else as there are SIPs.
    private int world(int count, CclConfig config, Collective collective, Invocation call) {
        if (ranks.isEmpty()) {
            return config.ranks(collective).orElse(count);
        }
        RankOption.check(count, config, collective, call);
        return count;
    }

    /// The bytes a size comes down to: whole elements, and as many as the ranks can share where they must.
    private static long moved(Collective collective, int ranks, long size, DType dtype) {
        long sharers = switch (collective) {
            case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> ranks;
            case ALL_REDUCE, BROADCAST, REDUCE, BARRIER, SEND_RECV -> 1;
        };
        return Math.max(1, size / dtype.bytesFor(sharers)) * dtype.bytesFor(sharers);
    }

    private static Collective collective(Invocation call) {
        String word = call.operand(0);
        List<String> known = List.of("allreduce", "allgather", "reducescatter", "broadcast", "reduce", "alltoall");
        if (!known.contains(word.replace("_", ""))) {
            throw new DiagnosticException(
                    Diagnostic.error(CliCode.NOT_SWEPT, call.spanOfOperand(0), "`" + word + "` cannot be swept")
                            .hint(Nearest.hint(word, known)));
        }
        return Collective.parse(word).orElseThrow();
    }

    private Topology topology(Invocation call, int count) {
        List<String> settings = ranks.isEmpty() ? List.of() : List.of("system.sips.count=" + count);
        return machine.machine(settings, call.console());
    }
}
