package sectile.report.run;

import java.util.List;
import java.util.Optional;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Quantity;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;
import sectile.sim.workload.Figure;

/// Figures of a run as a table and as JSON.
public final class Figures {
    private static final int WIDTH = 100;

    private Figures() {}

    /// A row for each figure; empty if there is none.
    public static Optional<Table> table(List<Figure> figures) {
        Table.Builder table =
                Table.builder("Figures").column("figure", Unit.TEXT).column("value", Unit.TEXT);
        for (Figure figure : figures) {
            table.row(figure.label(), brief(figure.quantity().text()));
        }
        return Optional.of(table.build()).filter(built -> !built.rows().isEmpty());
    }

    /// On one line, and only the beginning of what is long, such as the elements of an array.
    static String brief(String value) {
        String text = value.replaceAll("\\s*\n\\s*", " ");
        if (text.length() <= WIDTH) {
            return text;
        }
        int lastWord = text.lastIndexOf(' ', WIDTH);
        return text.substring(0, lastWord > 0 ? lastWord : WIDTH) + " …";
    }

    /// Adds a member for each figure. A number in a unit has the unit in its key: `up_us`
    /// are microseconds, `algbw_gbs` gigabytes per second.
    public static void write(JsonWriter json, List<Figure> figures) {
        figures.forEach(figure -> member(json, figure));
    }

    private static void member(JsonWriter json, Figure figure) {
        String name = figure.name();
        switch (figure.quantity()) {
            case Quantity.Text text -> json.member(name, text.value());
            case Quantity.Count count -> json.member(name, count.value());
            case Quantity.Bytes bytes -> json.member(name, bytes.value());
            case Quantity.Real number -> real(json, name, number.value());
            case Quantity.Ratio ratio -> real(json, name, ratio.value());
            case Quantity.Time time -> real(json, name + "_us", time.picoseconds() / 1e6);
            case Quantity.Energy energy -> real(json, name + "_pj", energy.picojoules());
            case Quantity.OperationRate rate -> real(json, name + "_gops", rate.operationsPerSecond() / 1e9);
            case Quantity.Rate rate -> real(json, name + "_gbs", rate.bytesPerSecond() / 1e9);
        }
    }

    private static void real(JsonWriter json, String name, double value) {
        if (Double.isFinite(value)) {
            json.member(name, value);
        } else {
            json.name(name).nullValue();
        }
    }
}
