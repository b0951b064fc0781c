package sectile.runtime.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.Limits;
import sectile.interp.ArgumentValues;
import sectile.interp.Entries;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.symbol.Direction;
import sectile.runtime.c.CSource;
import sectile.runtime.c.ProgramEmitter;
import sectile.runtime.device.FusedOps;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MicroKernelUse;
import sectile.runtime.host.HostOptions;
import sectile.runtime.host.NativeCache;
import sectile.runtime.host.Programs;
import sectile.runtime.host.Temps;
import sectile.runtime.host.Workspace;
import sectile.runtime.problem.RunCode;

/// A program whose every run is a process.
public final class ProcessProgram implements LoadedProgram {
    private static final int BAD_FILE = 120;
    private static final int NO_MEMORY = 121;
    /// The results say what went wrong.
    private static final int FAILED = 122;
    private static final int NO_ROOM = 118;
    private static final String INPUT = "input.bin";
    private static final String OUTPUT = "output.bin";

    private final Program program;
    private final NativeCache cache;
    private final HostOptions options;
    private final Starting starting;
    private final Map<String, Built> entries = new HashMap<>();
    private boolean unloaded;

    /// How an executable is started.
    public interface Starting {
        /// The command, which runs in the directory of the two files.
        List<String> command(Path executable, String input, String output, int ranks);

        /// Runs it until it ends.
        default Programs.Ended run(List<String> command, Path directory, HostOptions options, Limits limits) {
            return Programs.runAttached(options, command, directory, options.environment(), options.runLimit(), limits);
        }
    }

    private record Built(Path executable, CSource source) {}

    /// A program on a device.
    ///
    /// @param cache builds executables
    public ProcessProgram(Program program, NativeCache cache, HostOptions options, Starting starting) {
        this.program = program;
        this.cache = cache;
        this.options = options;
        this.starting = starting;
    }

    @Override
    public Outcome run(Run run) {
        return timed(run).outcome();
    }

    @Override
    public Timed timed(Run run) {
        Built built = built(run);
        Function function = program.function(entry(run));
        int copies = function.isHost() ? 1 : run.ranks();
        ArgumentValues values = ArgumentValues.of(function, run, copies);
        try (Workspace work = Workspace.in(options.cache())) {
            try {
                ExchangeFile.write(work.file(INPUT), function, run, options.cpus(), values, copies);
            } catch (IOException e) {
                throw Workspace.cannotWrite(work.file(INPUT), e);
            }
            List<String> command = starting.command(built.executable(), INPUT, OUTPUT, run.ranks());
            Programs.Ended ended = starting.run(command, work.directory(), options, run.limits());
            check(command, work.file(OUTPUT), ended);
            return collect(work.file(OUTPUT), function, built, values, copies);
        }
    }

    @Override
    public List<MicroKernelUse> microKernels(Run run) {
        return built(run).source().microKernels();
    }

    @Override
    public List<FusedOps> fused(Run run) {
        return built(run).source().fused();
    }

    private String entry(Run run) {
        return run.entry().isEmpty() ? Entries.choose(program).name() : run.entry();
    }

    private Built built(Run run) {
        if (unloaded) {
            throw new IllegalStateException("the program is not loaded any more");
        }
        String entry = entry(run);
        Entries.find(program, entry);
        return entries.computeIfAbsent(entry, this::build);
    }

    private Built build(String entry) {
        CSource source = ProgramEmitter.emit(program, entry);
        options.saveTemps().ifPresent(directory -> Temps.save(directory, source));
        return new Built(cache.program(source), source);
    }

    private static void check(List<String> command, Path results, Programs.Ended ended) {
        if (ended.exitCode() == NO_ROOM) {
            throw Workspace.cannotWrite(results, new IOException("No space left on device"));
        }
        String what = switch (ended.exitCode()) {
            case 0, FAILED -> "";
            case BAD_FILE -> "cannot read its arguments or write its results";
            case NO_MEMORY -> "has no memory for its arguments";
            default -> ended.how();
        };
        if (!what.isEmpty()) {
            throw new DiagnosticException(
                    Diagnostic.error(RunCode.PROCESS_FAILED, Span.none(), "the program " + what + ended.with(command)));
        }
    }

    private static Timed collect(Path file, Function function, Built built, ArgumentValues values, int copies) {
        ExchangeFile.Ended ended;
        try {
            ended = ExchangeFile.read(file, function, built.source().sites(), values, copies);
        } catch (IOException e) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NO_RESULTS, Span.none(), "the program wrote no results: " + e.getMessage()));
        }
        Diagnostic problem = ended.problem();
        if (problem != null) {
            throw new DiagnosticException(problem);
        }
        return new Timed(
                MicroKernelUse.remarked(
                        outcome(function, values, ended.copies()),
                        built.source().microKernels()),
                ended.nanoseconds());
    }

    private static Outcome outcome(Function function, ArgumentValues values, List<ExchangeFile.Copy> copies) {
        var columns = new ArrayList<List<Object>>();
        for (int i = 0; i < function.results().size(); i++) {
            int result = i;
            columns.add(copies.stream().map(copy -> copy.results().get(result)).toList());
        }
        return Outcome.collect(
                function,
                param -> copies.stream()
                        .<Object>map(
                                copy -> Objects.requireNonNull(copy.params().get(param)))
                        .toList(),
                columns,
                result -> isParam(function, copies, result),
                values.remarks());
    }

    private static boolean isParam(Function function, List<ExchangeFile.Copy> copies, int result) {
        for (int i = 0; i < function.params().size(); i++) {
            int param = i;
            if (function.params().get(i).direction() != Direction.IN
                    && copies.stream().allMatch(copy -> copy.same().get(result).get(param))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        unloaded = true;
    }
}
