package sectile.cli.whatif;

import java.util.Comparator;
import java.util.List;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.report.table.TextTable;

/// How long a run takes on changed machines.
///
/// @param latencyPs of the run on the machine as it is
/// @param ranked whether the changes are ranked by what they save, and those that save nothing are left out
public record WhatIf(long latencyPs, List<Row> rows, boolean ranked) {
    private static final int SHOWN = 12;

    /// A change and what it leads to.
    ///
    /// @param latencyPs of the run with the change
    public record Row(Change change, long latencyPs) {}

    public WhatIf {
        rows = List.copyOf(rows);
    }

    private double difference(Row row) {
        return latencyPs == 0 ? 0 : (double) (row.latencyPs() - latencyPs) / latencyPs;
    }

    /// What is shown: all rows, or those that save time, the largest saving first.
    List<Row> shown() {
        if (!ranked) {
            return rows;
        }
        return rows.stream()
                .filter(row -> row.latencyPs() < latencyPs)
                .sorted(Comparator.comparingLong(Row::latencyPs))
                .toList();
    }

    public String text() {
        Table.Builder table = Table.builder("What if")
                .column("change", Unit.TEXT)
                .column("instead of", Unit.TEXT)
                .column("latency", Unit.PICOSECONDS)
                .column("difference", Unit.RATIO);
        List<Row> shown = shown();
        List<Row> first = ranked && shown.size() > SHOWN ? shown.subList(0, SHOWN) : shown;
        for (Row row : first) {
            table.row(row.change().setting(), row.change().before(), row.latencyPs(), difference(row));
        }
        String less = first.size() == shown.size() ? "" : (shown.size() - first.size()) + " more changes save less\n";
        int others = rows.size() - shown.size();
        String rest = others == 0 ? "" : others + (others == 1 ? " change saves" : " changes save") + " nothing\n";
        return (first.isEmpty() ? "" : TextTable.render(table.build())) + less + rest;
    }

    /// Adds a member to the document of the run.
    public void write(JsonWriter json) {
        json.name("what_if").beginArray();
        for (Row row : rows) {
            json.beginObject()
                    .member("setting", row.change().setting())
                    .member("before", row.change().before())
                    .member("latency_ps", row.latencyPs())
                    .member("difference", difference(row))
                    .endObject();
        }
        json.endArray();
    }
}
