package sectile.report.run;

import java.util.ArrayList;
import java.util.List;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.html.BarChart;
import sectile.report.table.Table;

/// The messages between PEs by how far they went, as a table, a chart and JSON.
final class Levels {
    private Levels() {}

    /// @param measuredPs the time the run is about
    static Table table(List<LevelTime> levels, long measuredPs) {
        Table.Builder table = Table.builder("Messages per level")
                .column("level", Unit.TEXT)
                .column("messages", Unit.COUNT)
                .column("bytes", Unit.BYTES)
                .column("in flight", Unit.PICOSECONDS)
                .column("of the latency", Unit.RATIO)
                .column("receivers waited", Unit.PICOSECONDS);
        for (LevelTime each : levels) {
            table.row(
                    each.level(),
                    each.messages(),
                    each.bytes(),
                    each.flightPs(),
                    share(each, measuredPs),
                    each.waitPs());
        }
        return table.build();
    }

    static BarChart chart(List<LevelTime> levels, long measuredPs) {
        List<BarChart.Bar> bars = new ArrayList<>();
        levels.forEach(each -> bars.add(new BarChart.Bar(each.level(), share(each, measuredPs))));
        return new BarChart("Time with a message in flight, per level", Unit.RATIO, 1, bars);
    }

    static void write(JsonWriter json, List<LevelTime> levels) {
        json.name("message_levels").beginArray();
        for (LevelTime each : levels) {
            json.beginObject()
                    .member("level", each.level())
                    .member("messages", each.messages())
                    .member("bytes", each.bytes())
                    .member("in_flight_ps", each.flightPs())
                    .member("wait_ps", each.waitPs())
                    .endObject();
        }
        json.endArray();
    }

    private static double share(LevelTime level, long measuredPs) {
        return measuredPs == 0 ? 0 : Math.min(1, (double) level.flightPs() / measuredPs);
    }
}
