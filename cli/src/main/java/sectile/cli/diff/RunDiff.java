package sectile.cli.diff;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.base.quantity.Units;
import sectile.report.table.Table;
import sectile.report.table.TextTable;

/// What one run does differently from another: launches, phases, source lines, pieces of the critical path, engines and
/// links are aligned by name.
public final class RunDiff {
    private static final int SHOWN = 12;

    /// A time of both runs.
    private record Row(String name, long beforePs, long afterPs) {
        long change() {
            return afterPs - beforePs;
        }
    }

    /// Times of one kind, what changed most first.
    ///
    /// @param key of the list in JSON
    private record Part(String title, String key, String column, List<Row> rows) {}

    private final RunRecord before;
    private final RunRecord after;
    private final List<Part> parts;

    private RunDiff(RunRecord before, RunRecord after) {
        this.before = before;
        this.after = after;
        this.parts = List.of(
                part("Launches", "phases", "launch", "name", "latency_ps", "phases"),
                part("Work in phases", "phase_work", "phase", "name", "work_ps", "phase_times"),
                part("Waiting in phases", "phase_waits", "phase", "name", "wait_ps", "phase_times"),
                part("Phases", "phase_times", "phase", "name", "time_ps", "phase_times"),
                part("Work by source line", "line_work", "line", "line", "work_ps", "source_lines"),
                part("Waiting by source line", "line_waits", "line", "line", "wait_ps", "source_lines"),
                part("Critical path by cause", "causes", "waiting for", "cause", "ps", "critical_path", "causes"),
                part("Critical path by resource", "resources", "resource", "name", "ps", "critical_path", "resources"),
                part("Critical path by source line", "lines", "line", "line", "ps", "critical_path", "lines"),
                part("Work of engines", "engines", "engine", "name", "busy_ps", "engines"),
                part("Waiting of engines", "waits", "engine", "name", "wait_ps", "engines"),
                part("Work of links", "links", "link", "name", "busy_ps", "links"));
    }

    /// Compares what two runs printed.
    ///
    /// @throws sectile.base.diag.DiagnosticException if a file is not what a run prints
    public static RunDiff of(Path before, Path after) {
        RunRecord[] both = RunRecord.read(before, after);
        return new RunDiff(both[0], both[1]);
    }

    private Part part(String title, String key, String column, String name, String number, String... path) {
        SequencedMap<String, Long> first = before.numbers(name, number, path);
        SequencedMap<String, Long> second = after.numbers(name, number, path);
        Set<String> names = new LinkedHashSet<>(first.keySet());
        names.addAll(second.keySet());
        List<Row> rows = new ArrayList<>();
        for (String each : names) {
            rows.add(new Row(each, first.getOrDefault(each, 0L), second.getOrDefault(each, 0L)));
        }
        rows.sort(Comparator.comparingLong((Row row) -> Math.abs(row.change())).reversed());
        return new Part(title, key, column, rows);
    }

    private static String ratio(long before, long after) {
        if (before == after) {
            return "the same";
        }
        double factor = after > before ? (double) after / before : (double) before / after;
        return Units.number(factor) + " times as " + (after > before ? "long" : "short");
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(before.title())
                .append(" → ")
                .append(after.title())
                .append('\n')
                .append(before.measured())
                .append(' ')
                .append(Units.time(before.latencyPs()))
                .append(" → ")
                .append(Units.time(after.latencyPs()))
                .append(": ")
                .append(ratio(before.latencyPs(), after.latencyPs()))
                .append('\n');
        if (!before.why().isEmpty() || !after.why().isEmpty()) {
            text.append("before: ")
                    .append(before.why())
                    .append("\nafter:  ")
                    .append(after.why())
                    .append('\n');
        }
        for (Part part : parts) {
            List<Row> changed =
                    part.rows.stream().filter(row -> row.change() != 0).toList();
            if (!changed.isEmpty()) {
                text.append('\n').append(TextTable.render(table(part, changed)));
                if (changed.size() > SHOWN) {
                    text.append(changed.size() - SHOWN).append(" more changed less\n");
                }
            }
        }
        return text.toString();
    }

    private static Table table(Part part, List<Row> rows) {
        Table.Builder table = Table.builder(part.title)
                .column(part.column, Unit.TEXT)
                .column("before", Unit.PICOSECONDS)
                .column("after", Unit.PICOSECONDS)
                .column("change", Unit.TEXT);
        rows.stream()
                .limit(SHOWN)
                .forEach(row -> table.row(
                        row.name.isEmpty() ? "–" : row.name,
                        row.beforePs,
                        row.afterPs,
                        (row.change() > 0 ? "+" : "-") + Units.time(Math.abs(row.change()))));
        return table.build();
    }

    /// Writes one JSON object, with what stayed the same.
    public void write(JsonWriter json) {
        json.beginObject()
                .member("ok", true)
                .member("before_ps", before.latencyPs())
                .member("after_ps", after.latencyPs());
        for (Part part : parts) {
            json.name(part.key).beginArray();
            for (Row row : part.rows) {
                json.beginObject()
                        .member("name", row.name)
                        .member("before_ps", row.beforePs)
                        .member("after_ps", row.afterPs)
                        .member("change_ps", row.change())
                        .endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
}
