package sectile.cli.diff;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.cli.problem.CliCode;

/// The operations of a run, as `--op-log` writes them.
final class RunOperations implements RunRecord {
    private record Operation(String engine, String line, String phase, long workPs, long waitPs) {}

    private static final List<String> COLUMNS =
            List.of("end (ps)", "pe", "engine", "kernel line", "waiting (ps)", "work (ps)", "phase");

    private final String name;
    private final long latencyPs;
    private final List<Operation> operations;

    private RunOperations(String name, long latencyPs, List<Operation> operations) {
        this.name = name;
        this.latencyPs = latencyPs;
        this.operations = operations;
    }

    /// @throws DiagnosticException if it cannot be read, or is not such a table
    static RunOperations read(Path file) {
        var problems = new Diagnostics();
        Optional<SourceFile> found = TextFiles.read(file, problems);
        problems.throwIfErrors();
        SourceFile source = found.orElseThrow();
        List<String> head = source.lines() == 0 ? List.of() : cells(source.lineText(1));
        List<Integer> at = COLUMNS.stream().map(head::indexOf).toList();
        if (at.contains(-1)) {
            throw wrong(source, 1, "the table has no column `" + COLUMNS.get(at.indexOf(-1)) + "`");
        }
        List<Operation> operations = new ArrayList<>();
        long end = 0;
        for (int line = 2; line <= source.lines(); line++) {
            if (source.lineText(line).isBlank()) {
                continue;
            }
            List<String> row = cells(source.lineText(line));
            if (row.size() != head.size()) {
                throw wrong(source, line, "the line has " + row.size() + " cells, its table " + head.size());
            }
            end = Math.max(end, number(source, line, row.get(at.get(0))));
            operations.add(new Operation(
                    row.get(at.get(1)) + "." + row.get(at.get(2)),
                    row.get(at.get(3)),
                    row.get(at.get(6)),
                    number(source, line, row.get(at.get(5))),
                    number(source, line, row.get(at.get(4)))));
        }
        return new RunOperations(String.valueOf(file.getFileName()), end, operations);
    }

    private static long number(SourceFile source, int line, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw wrong(source, line, "`" + text + "` is not a number of picoseconds");
        }
    }

    private static DiagnosticException wrong(SourceFile source, int line, String message) {
        return new DiagnosticException(Diagnostic.error(
                        CliCode.NOT_A_RUN, new Span(source, source.lineStart(line), source.lineEnd(line)), message)
                .hint("expected what `sectile run … --op-log FILE.csv` writes"));
    }

    /// The cells of a line; one in quotation marks may have commas, and marks that are doubled.
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                if (quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                    cell.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else if (c != '\r') {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    @Override
    public String title() {
        return name;
    }

    /// From the first launch to the last end of an operation.
    @Override
    public long latencyPs() {
        return latencyPs;
    }

    @Override
    public String measured() {
        return "last operation ends after";
    }

    @Override
    public String why() {
        return "";
    }

    @Override
    public SequencedMap<String, Long> numbers(String key, String number, String... path) {
        SequencedMap<String, Long> sums = new LinkedHashMap<>();
        for (Operation each : operations) {
            String group = switch (path[0]) {
                case "phase_times" -> each.phase;
                case "source_lines" -> each.line;
                case "engines" -> each.engine;
                default -> "";
            };
            if (!group.isEmpty()) {
                long value = switch (number) {
                    case "work_ps", "busy_ps" -> each.workPs;
                    case "wait_ps" -> each.waitPs;
                    default -> 0;
                };
                sums.merge(group, value, Long::sum);
            }
        }
        return sums;
    }
}
