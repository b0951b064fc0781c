package sectile.cli.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.io.AtomicFiles;
import sectile.base.limit.Limits;
import sectile.cli.command.Console;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.script.collective.TextAlgorithms;
import sectile.sim.topology.Topology;

/// Measures the cases of a sweep one after the other. One that cannot run does not keep the others from it.
final class SweepRun {
    private record Impossible(String algorithm, int ranks, List<Diagnostic> why) {}

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
    List<SweepRow> measure(List<Case> cases, Optional<Path> csv) {
        List<SweepRow> rows = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            Case point = cases.get(i);
            limits.progress().part(i, cases.size());
            if (file.row(point).isEmpty()) {
                console.note("[" + (i + 1) + "/" + cases.size() + "] " + point.size() + " B, " + point.algorithm()
                        + ", " + point.ranks() + " ranks");
                run(point).ifPresent(row -> {
                    file.add(row, origin(point));
                    csv.ifPresent(target -> AtomicFiles.writeText(target, file::write));
                });
            }
            file.row(point).ifPresent(rows::add);
        }
        return rows;
    }

    private Optional<SweepRow> run(Case point) {
        try {
            return Optional.of(
                    Sweep.run(point, topology(point), texts.config(), texts.registries(), checkedBytes, limits));
        } catch (DiagnosticException e) {
            // The sweep as a whole has come to a limit, not this case alone.
            limits.check(Span.none());
            impossible
                    .computeIfAbsent(
                            new Impossible(point.algorithm(), point.ranks(), e.diagnostics()), key -> new ArrayList<>())
                    .add(point.size());
            return Optional.empty();
        }
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
