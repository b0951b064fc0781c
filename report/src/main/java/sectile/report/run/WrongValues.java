package sectile.report.run;

import java.util.List;
import java.util.stream.Collectors;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.report.table.TextTable;
import sectile.sim.workload.WrongValue;

/// The first wrong values of a run, for people and for programs.
public final class WrongValues {
    private WrongValues() {}

    static Table table(List<WrongValue> values) {
        Table.Builder table = Table.builder("First wrong values")
                .column("result", Unit.TEXT)
                .column("rank", Unit.TEXT)
                .column("PE", Unit.TEXT)
                .column("index", Unit.TEXT)
                .column("got", Unit.TEXT)
                .column("expected", Unit.TEXT);
        for (WrongValue value : values) {
            table.row(
                    value.array(),
                    value.rank().isPresent() ? Integer.toString(value.rank().getAsInt()) : "–",
                    value.place().toString(),
                    value.index().stream().map(Object::toString).collect(Collectors.joining(", ")),
                    value.found(),
                    value.expected());
        }
        return table.build();
    }

    /// The text for a terminal; nothing if there are none.
    public static String text(List<WrongValue> values) {
        return values.isEmpty() ? "" : "\n" + TextTable.render(table(values));
    }

    /// A member of the object that is being written.
    public static void write(JsonWriter json, List<WrongValue> values) {
        json.name("wrong_values").beginArray();
        for (WrongValue value : values) {
            json.beginObject().member("result", value.array());
            value.rank().ifPresent(rank -> json.member("rank", rank));
            json.member("pe", value.place().toString()).name("index").beginArray();
            value.index().forEach(number -> json.value(number.longValue()));
            json.endArray()
                    .member("got", value.found())
                    .member("expected", value.expected())
                    .endObject();
        }
        json.endArray();
    }
}
