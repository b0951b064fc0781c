package sectile.cli.dist;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.dist.workload.Sweep;
import sectile.dist.workload.SweepRow;
import sectile.dist.workload.SweepRow.Case;
import sectile.report.table.Table;
import sectile.report.table.TextTable;

/// The rows of a sweep for people and for programs.
final class SweepTable {
    private SweepTable() {}

    /// The rows whose values are right, as far as they were computed.
    static List<SweepRow> right(List<SweepRow> rows) {
        return rows.stream().filter(row -> row.wrong().orElse(0) == 0).toList();
    }

    static String text(List<SweepRow> rows) {
        return TextTable.render(table(rows)) + "\n" + averages(rows);
    }

    static Table table(List<SweepRow> rows) {
        List<SweepRow> best = Sweep.best(right(rows));
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
        return table.build();
    }

    /// The mean bus bandwidth of each algorithm over all its sizes, as nccl-tests prints it.
    private static String averages(List<SweepRow> rows) {
        SequencedMap<String, List<SweepRow>> byAlgorithm = new LinkedHashMap<>();
        rows.forEach(row -> byAlgorithm
                .computeIfAbsent(row.point().algorithm(), name -> new ArrayList<>())
                .add(row));
        return byAlgorithm.entrySet().stream()
                .map(entry -> entry.getKey() + " " + Units.rate(average(entry.getValue()) * 1e9))
                .collect(Collectors.joining(", ", "average busbw: ", "\n"));
    }

    static double average(List<SweepRow> rows) {
        return rows.stream().mapToDouble(SweepRow::busbw).average().orElse(0);
    }

    static void write(JsonWriter json, List<SweepRow> rows) {
        List<SweepRow> best = Sweep.best(right(rows));
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
