package sectile.cli.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.json.JsonWriter;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.report.table.Unit;

/// The rows of a sweep: as a table, as CSV that can be read again, as JSON.
final class SweepTable {
    private static final String HEADER =
            "collective,size,count,dtype,op,algorithm,ranks,latency_ps,algbw_gbs,busbw_gbs,wrong,efficiency";

    private final SequencedMap<Case, SweepRow> rows = new LinkedHashMap<>();

    boolean has(Case point) {
        return rows.containsKey(point);
    }

    void add(SweepRow row) {
        rows.put(row.point(), row);
    }

    /// The rows of these cases, in their order.
    List<SweepRow> rows(List<Case> cases) {
        List<SweepRow> found = new ArrayList<>();
        for (Case point : cases) {
            SweepRow row = rows.get(point);
            if (row != null) {
                found.add(row);
            }
        }
        return found;
    }

    /// Reads what [#writeCsv] wrote; a file that is not there has no rows, and lines of another form count for
    /// none.
    void read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split(",", -1);
            if (fields.length == 12 && !line.equals(HEADER)) {
                add(row(fields));
            }
        }
    }

    private static SweepRow row(String[] fields) {
        Case point = new Case(
                Collective.parse(fields[0]).orElseThrow(),
                Integer.parseInt(fields[6]),
                fields[5],
                Long.parseLong(fields[1]),
                DType.parse(fields[3]).orElseThrow(),
                ReduceOp.parse(fields[4]).orElseThrow());
        return new SweepRow(
                point,
                Long.parseLong(fields[2]),
                Long.parseLong(fields[7]),
                fields[10].isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(fields[10])),
                Double.parseDouble(fields[11]));
    }

    void writeCsv(Appendable out) throws IOException {
        out.append(HEADER).append('\n');
        for (SweepRow row : rows.values()) {
            Case point = row.point();
            List<Object> fields = List.of(
                    point.collective().text(),
                    point.size(),
                    row.count(),
                    point.dtype().text(),
                    point.op().text(),
                    point.algorithm(),
                    point.ranks(),
                    row.latencyPs(),
                    row.algbw(),
                    row.busbw(),
                    row.wrong().isPresent() ? row.wrong().getAsLong() : "",
                    row.efficiency());
            out.append(String.join(",", fields.stream().map(String::valueOf).toList()))
                    .append('\n');
        }
    }

    static String text(List<SweepRow> rows) {
        List<SweepRow> best = Sweep.best(rows);
        Table.Builder table = Table.builder("Sweep")
                .column("size", Unit.COUNT)
                .column("count", Unit.COUNT)
                .column("type", Unit.TEXT)
                .column("op", Unit.TEXT)
                .column("ranks", Unit.COUNT)
                .column("algorithm", Unit.TEXT)
                .column("time", Unit.PICOSECONDS)
                .column("algbw", Unit.BYTES_PER_SECOND)
                .column("busbw", Unit.BYTES_PER_SECOND)
                .column("#wrong", Unit.TEXT)
                .column("efficiency", Unit.RATIO)
                .column("best", Unit.TEXT);
        for (SweepRow row : rows) {
            Case point = row.point();
            table.row(
                    point.size(),
                    row.count(),
                    point.dtype().text(),
                    point.op().text(),
                    (long) point.ranks(),
                    point.algorithm(),
                    row.latencyPs(),
                    row.algbw() * 1e9,
                    row.busbw() * 1e9,
                    row.wrong().isPresent() ? String.valueOf(row.wrong().getAsLong()) : "N/A",
                    row.efficiency(),
                    best.contains(row) ? "*" : "");
        }
        return TextTable.render(table.build());
    }

    static void write(JsonWriter json, List<SweepRow> rows) {
        List<SweepRow> best = Sweep.best(rows);
        json.beginArray();
        for (SweepRow row : rows) {
            Case point = row.point();
            json.beginObject()
                    .member("collective", point.collective().text())
                    .member("size", point.size())
                    .member("count", row.count())
                    .member("dtype", point.dtype().text())
                    .member("op", point.op().text())
                    .member("algorithm", point.algorithm())
                    .member("ranks", point.ranks())
                    .member("latency_ps", row.latencyPs())
                    .member("algbw_gbs", row.algbw())
                    .member("busbw_gbs", row.busbw());
            if (row.wrong().isPresent()) {
                json.member("wrong", row.wrong().getAsLong());
            } else {
                json.name("wrong").nullValue();
            }
            json.member("efficiency", row.efficiency())
                    .member("best", best.contains(row))
                    .endObject();
        }
        json.endArray();
    }
}
