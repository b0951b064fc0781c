package sectile.report.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.SourceFile;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.trace.Lane;

/// Where in the kernels the time went: the work and the waiting that each line asked for, on all PEs together.
final class SourceLines {
    private static final List<Lane> SHOWN = List.of(Lane.DMA_IN, Lane.DMA_OUT, Lane.GEMM, Lane.MATH, Lane.IPCQ);

    private SourceLines() {}

    /// A row for each line, the longest first; empty if no operation has one.
    static Optional<Table> table(Outcome outcome) {
        List<LineTime> lines = outcome.recorded().lines();
        if (lines.isEmpty()) {
            return Optional.empty();
        }
        boolean texts = !outcome.sources().isEmpty();
        Table.Builder table = Table.builder("Time per source line").column("line", Unit.TEXT);
        if (texts) {
            table.column("source", Unit.TEXT);
        }
        table.column("operations", Unit.COUNT)
                .column("work", Unit.PICOSECONDS)
                .column("of all work", Unit.RATIO)
                .column("waiting", Unit.PICOSECONDS);
        SHOWN.forEach(lane -> table.column(lane.text(), Unit.PICOSECONDS));
        long all = lines.stream().mapToLong(LineTime::workPs).sum();
        for (LineTime each : lines) {
            List<Object> row = new ArrayList<>();
            row.add(each.line());
            if (texts) {
                row.add(text(outcome.sources(), each.line()));
            }
            row.add(each.operations());
            row.add(each.workPs());
            row.add(all == 0 ? 0.0 : (double) each.workPs() / all);
            row.add(each.waitPs());
            SHOWN.forEach(lane -> row.add(each.workPs(lane)));
            table.row(row.toArray());
        }
        return Optional.of(table.build());
    }

    static void write(JsonWriter json, List<LineTime> lines) {
        json.name("source_lines").beginArray();
        for (LineTime each : lines) {
            json.beginObject()
                    .member("line", each.line())
                    .member("operations", each.operations())
                    .member("work_ps", each.workPs())
                    .member("wait_ps", each.waitPs())
                    .name("work")
                    .beginObject();
            SHOWN.forEach(lane -> json.member(lane.text().replace(' ', '_') + "_ps", each.workPs(lane)));
            json.endObject().endObject();
        }
        json.endArray();
    }

    /// The text of a line given as `FILE:LINE`, without its indentation; empty if the file is not among the sources.
    private static String text(List<SourceFile> sources, String line) {
        int colon = line.lastIndexOf(':');
        String file = line.substring(0, Math.max(0, colon));
        for (SourceFile source : sources) {
            String name = source.name().substring(source.name().lastIndexOf('/') + 1);
            if (name.equals(file)) {
                int number = Integer.parseInt(line.substring(colon + 1));
                return number <= source.lines() ? source.lineText(number).strip() : "";
            }
        }
        return "";
    }
}
