package sectile.cli.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.TextFiles;
import sectile.cli.command.Console;
import sectile.cli.problem.CliCode;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.report.table.Csv;

/// The rows of a sweep as CSV that can be read again, each with what it was measured on.
final class SweepFile {
    private static final String HEADER =
            "collective,size,count,dtype,op,algorithm,ranks,latency_ps,algbw_gbs,busbw_gbs,wrong,efficiency,machine,"
                    + "settings";
    private static final int FIELDS = HEADER.split(",", -1).length;

    private record Line(SweepRow row, Fingerprint origin, Span span) {}

    private final SequencedMap<Case, Line> lines = new LinkedHashMap<>();

    void add(SweepRow row, Fingerprint origin) {
        lines.put(row.point(), new Line(row, origin, Span.none()));
    }

    Optional<SweepRow> row(Case point) {
        return Optional.ofNullable(lines.get(point)).map(Line::row);
    }

    /// Reads what [#write] wrote; a file that is not there, or is empty, has no rows. A last line that was cut off
    /// is left out, so that it is measured again.
    void read(Path file, Console console) {
        if (!Files.exists(file)) {
            return;
        }
        Diagnostics problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        source.filter(text -> !text.text().isEmpty()).ifPresent(text -> read(text, console, problems));
        problems.throwIfErrors();
    }

    private void read(SourceFile file, Console console, Diagnostics problems) {
        if (!file.lineText(1).equals(HEADER)) {
            throw new DiagnosticException(Diagnostic.error(
                            CliCode.NO_ROWS, span(file, 1), "`" + file.name() + "` does not hold rows of a sweep")
                    .hint("name another file, or leave --resume out to replace this one"));
        }
        boolean ended = file.text().endsWith("\n");
        int last = ended ? file.lines() - 1 : file.lines();
        for (int number = 2; number <= last; number++) {
            Line line = line(file.lineText(number), span(file, number));
            if (number == last && (line == null || !ended)) {
                console.note(file.name() + ":" + number + " is cut off and is measured again");
            } else if (line == null) {
                problems.error(
                        CliCode.DAMAGED_ROW,
                        span(file, number),
                        "this is not a row of a sweep",
                        "remove the line, and it is measured again");
            } else {
                lines.put(line.row.point(), line);
            }
        }
    }

    private static Span span(SourceFile file, int line) {
        int start = file.lineStart(line);
        return new Span(file, start, start + file.lineText(line).length());
    }

    /// The inverse of [Csv#text].
    private static String name(String field) {
        return field.startsWith("'") && Csv.text(field.substring(1)).equals(field) ? field.substring(1) : field;
    }

    private static @Nullable Line line(String text, Span span) {
        String[] fields = text.split(",", -1);
        Optional<Collective> collective = Collective.parse(fields[0]);
        if (fields.length != FIELDS || collective.isEmpty()) {
            return null;
        }
        Optional<DType> dtype = DType.parse(fields[3]);
        Optional<ReduceOp> op = ReduceOp.parse(fields[4]);
        boolean marked = fields[12].matches("[0-9a-f]{8}") && fields[13].matches("[0-9a-f]{8}");
        if (dtype.isEmpty() || op.isEmpty() || fields[5].isEmpty() || !marked) {
            return null;
        }
        try {
            Case point = new Case(
                    collective.get(),
                    Integer.parseInt(fields[6]),
                    name(fields[5]),
                    Long.parseLong(fields[1]),
                    dtype.get(),
                    op.get());
            SweepRow row = new SweepRow(
                    point,
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[7]),
                    fields[10].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[10])),
                    Double.parseDouble(fields[11]));
            // Bandwidths follow from the other fields; where they do not, the row was edited.
            boolean fits = String.valueOf(row.algbw()).equals(fields[8])
                    && String.valueOf(row.busbw()).equals(fields[9]);
            return fits ? new Line(row, new Fingerprint(fields[12], fields[13]), span) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Refuses rows of another machine, and those of a case that now means something else.
    void check(Case point, Fingerprint now) {
        for (Line line : lines.values()) {
            boolean same = line.origin.machine().equals(now.machine())
                    && (!line.row.point().equals(point) || line.origin.equals(now));
            if (!same && !line.span.isNone()) {
                throw new DiagnosticException(Diagnostic.error(
                                CliCode.ROWS_OF_ANOTHER_SWEEP,
                                line.span,
                                "this row was measured on another machine or with other settings")
                        .hint("use the --topology, --set and --ccl of then, or name another file"));
            }
        }
    }

    void write(Appendable out) throws IOException {
        out.append(HEADER).append('\n');
        for (Line line : lines.values()) {
            SweepRow row = line.row;
            Case point = row.point();
            List<Object> fields = List.of(
                    point.collective().text(),
                    point.size(),
                    row.count(),
                    point.dtype().text(),
                    point.op().text(),
                    Csv.text(point.algorithm()),
                    point.ranks(),
                    row.latencyPs(),
                    row.algbw(),
                    row.busbw(),
                    row.wrong().isPresent() ? row.wrong().getAsLong() : "",
                    row.efficiency(),
                    line.origin.machine(),
                    line.origin.settings());
            out.append(String.join(",", fields.stream().map(String::valueOf).toList()))
                    .append('\n');
        }
    }
}
