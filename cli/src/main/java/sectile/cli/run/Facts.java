package sectile.cli.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.report.table.Table;
import sectile.report.table.Unit;
import sectile.report.table.Units;

/// What else there is to know of a run, in the units people read. The names end in what they count: `algbw_gbs` are
/// gigabytes per second, `up_us` microseconds, `weight_bytes` bytes.
final class Facts {
    private static final String RATE = "_gbs";
    private static final String BYTES = "_bytes";
    private static final String MICROSECONDS = "_us";

    private static final int WIDTH = 100;

    private Facts() {}

    /// What a workload has to tell, if it has anything.
    static Optional<Table> table(Outcome outcome) {
        Table.Builder table =
                Table.builder("Figures").column("figure", Unit.TEXT).column("value", Unit.TEXT);
        outcome.facts().forEach((name, value) -> {
            if (value instanceof Map<?, ?> parts) {
                parts.forEach((key, part) -> table.row(label(name) + " " + key, brief(part)));
            } else {
                table.row(label(name), text(name, value));
            }
        });
        return Optional.of(table.build()).filter(built -> !built.rows().isEmpty());
    }

    /// On one line, and only the beginning of what is long, such as the elements of an array.
    private static String brief(Object value) {
        String text = value.toString().replaceAll("\\s*\n\\s*", " ");
        if (text.length() <= WIDTH) {
            return text;
        }
        int lastWord = text.lastIndexOf(' ', WIDTH);
        return text.substring(0, lastWord > 0 ? lastWord : WIDTH) + " …";
    }

    private static String label(String name) {
        String bare = name;
        for (String suffix : List.of(RATE, BYTES, MICROSECONDS)) {
            bare = bare.endsWith(suffix) ? bare.substring(0, bare.length() - suffix.length()) : bare;
        }
        return bare.replace('_', ' ');
    }

    private static String text(String name, Object value) {
        return switch (value) {
            case Double number when !Double.isFinite(number) -> "–";
            case Double number when name.endsWith(RATE) -> Units.rate(number * 1e9);
            case Double number when name.endsWith(MICROSECONDS) -> Units.time(number * 1e6);
            case Double number when name.equals("efficiency") -> Units.percent(number);
            case Double number -> Units.number(number);
            case Long bytes when name.endsWith(BYTES) || name.equals("size") -> Units.bytes(bytes);
            case Long count -> Units.count(count);
            default -> value.toString();
        };
    }
}
