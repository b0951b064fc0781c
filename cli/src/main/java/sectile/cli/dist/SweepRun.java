package sectile.cli.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.io.AtomicFiles;
import sectile.base.limit.Limits;
import sectile.base.quantity.Units;
import sectile.cli.command.Console;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.topology.Topology;

/// Measures the cases of a sweep, several at a time. One that cannot run does not keep the others from it.
final class SweepRun {
    private record Impossible(String algorithm, int ranks, List<Diagnostic> why) {}

    /// A row, or why there is none; neither if the file had it.
    private record Measured(Optional<SweepRow> row, List<Diagnostic> why) {
        static final Measured KNOWN = new Measured(Optional.empty(), List.of());

        static Measured not(DiagnosticException reason) {
            return new Measured(Optional.empty(), reason.diagnostics());
        }

        boolean isNew() {
            return row.isPresent() || !why.isEmpty();
        }
    }

    private final IntFunction<Topology> machine;
    private final TextAlgorithms texts;
    private final long checkedBytes;
    private final Console console;
    private final Limits limits;
    private final Map<Integer, Topology> machines = new HashMap<>();
    private final SweepFile file = new SweepFile();
    private final SequencedMap<Impossible, List<Long>> impossible = new LinkedHashMap<>();

    /// @param machine by the number of its SIPs
    /// @param checkedBytes on all ranks together, up to which values are computed
    SweepRun(IntFunction<Topology> machine, TextAlgorithms texts, long checkedBytes, Console console, Limits limits) {
        this.machine = machine;
        this.texts = texts;
        this.checkedBytes = checkedBytes;
        this.console = console;
        this.limits = limits;
    }

    /// Takes over the rows of a file, all of which must be of the machine of these cases.
    void resume(Path csv, List<Case> cases) {
        file.read(csv, console);
        for (Case point : cases) {
            try {
                topology(point);
            } catch (DiagnosticException impossibleMachine) {
                // Said when it is its turn.
                continue;
            }
            file.check(point, origin(point));
        }
    }

    /// The rows of the cases that can run, in their order.
    ///
    /// @param csv where rows go as they come
    /// @param workers how many cases run at a time; rows come in their order, whatever it is
    List<SweepRow> measure(List<Case> cases, Optional<Path> csv, int workers) {
        long all = cases.stream().mapToLong(SweepRun::weight).sum();
        long done = 0;
        List<SweepRow> rows = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
            List<Future<Measured>> futures = new ArrayList<>();
            try {
                for (Case point : cases) {
                    futures.add(start(point, pool));
                }
                for (int i = 0; i < cases.size(); i++) {
                    limits.progress().part(done, all);
                    Case point = cases.get(i);
                    Measured measured = result(futures.get(i));
                    if (measured.isNew()) {
                        add(point, measured, "[" + (i + 1) + "/" + cases.size() + "] ", csv);
                    }
                    file.row(point).ifPresent(rows::add);
                    done += weight(point);
                }
            } finally {
                pool.shutdownNow();
            }
        }
        return rows;
    }

    /// About how long a case takes, compared with others.
    private static long weight(Case point) {
        return point.ranks() * (1 + point.size() / 4096);
    }

    /// Runs a case that the file does not have yet.
    private Future<Measured> start(Case point, ExecutorService pool) {
        if (file.row(point).isPresent()) {
            return CompletableFuture.completedFuture(Measured.KNOWN);
        }
        try {
            Topology on = topology(point);
            return pool.submit(() -> run(point, on));
        } catch (DiagnosticException impossibleMachine) {
            return CompletableFuture.completedFuture(Measured.not(impossibleMachine));
        }
    }

    private Measured run(Case point, Topology on) {
        Limits own = limits.ofPart();
        own.check(Span.none());
        try {
            return new Measured(
                    Optional.of(Sweep.run(point, on, texts.config(), texts.registries(), checkedBytes, own)),
                    List.of());
        } catch (DiagnosticException e) {
            // The sweep as a whole has come to a limit, not this case alone.
            own.check(Span.none());
            return Measured.not(e);
        }
    }

    private static Measured result(Future<Measured> future) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the sweep was interrupted", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    private void add(Case point, Measured measured, String number, Optional<Path> csv) {
        String what = number + point.size() + " B, " + point.algorithm() + ", " + point.ranks() + " ranks";
        if (measured.row.isEmpty()) {
            console.note(what + ": cannot be measured");
            impossible
                    .computeIfAbsent(
                            new Impossible(point.algorithm(), point.ranks(), measured.why), key -> new ArrayList<>())
                    .add(point.size());
            return;
        }
        SweepRow row = measured.row.get();
        console.note(what + ": " + Units.time(row.latencyPs()) + ", " + Units.rate(row.algbw() * 1e9) + ", "
                + Units.percent(row.efficiency()));
        file.add(row, origin(point));
        csv.ifPresent(target -> AtomicFiles.writeText(target, file::write));
    }

    private Topology topology(Case point) {
        return machines.computeIfAbsent(point.ranks(), machine::apply);
    }

    private Fingerprint origin(Case point) {
        return Fingerprint.of(topology(point), texts.config(), point.algorithm());
    }

    /// Why cases could not run, and which.
    List<Diagnostic> impossible() {
        List<Diagnostic> diagnostics = new ArrayList<>();
        impossible.forEach((what, sizes) -> {
            String range = sizes.size() == 1 ? "" : " to " + sizes.getLast();
            String cases = "`" + what.algorithm + "` on " + what.ranks + " ranks cannot be measured with "
                    + sizes.getFirst() + range + " B";
            what.why.forEach(diagnostic -> diagnostics.add(diagnostic.note(Span.none(), cases)));
        });
        return diagnostics;
    }
}
