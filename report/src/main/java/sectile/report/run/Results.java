package sectile.report.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.array.NdArray;
import sectile.base.json.JsonWriter;
import sectile.base.quantity.Unit;
import sectile.report.table.Table;

/// The arrays that a program or a kernel computed. Every executor has them; a run on the machine adds time.
///
/// @param ranks how many ranks, or PEs of a kernel, took part
/// @param outputs by name
/// @param comparisons with expected arrays
public record Results(int ranks, SequencedMap<String, NdArray> outputs, List<Comparison> comparisons) {
    public Results {
        outputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outputs));
        comparisons = List.copyOf(comparisons);
    }

    public boolean ok() {
        return comparisons.stream().allMatch(Comparison::ok);
    }

    /// A line for each output and for each comparison.
    public String text() {
        StringBuilder text = new StringBuilder();
        outputs.forEach((name, array) -> text.append(name)
                .append(": ")
                .append(Figures.brief(array.toString()))
                .append('\n'));
        comparisons.forEach(comparison -> text.append(comparison.name())
                .append(": ")
                .append(comparison.text())
                .append('\n'));
        return text.toString();
    }

    Table table() {
        Table.Builder table =
                Table.builder("Outputs").column("output", Unit.TEXT).column("value", Unit.TEXT);
        outputs.forEach((name, array) -> table.row(name, Figures.brief(array.toString())));
        comparisons.forEach(comparison -> table.row(comparison.name(), comparison.text()));
        return table.build();
    }

    void write(JsonWriter json) {
        json.member("ranks", ranks).name("outputs").beginObject();
        outputs.forEach((name, array) -> summary(json, name, array));
        json.endObject().name("comparisons").beginArray();
        comparisons.forEach(comparison -> comparison.write(json));
        json.endArray();
    }

    /// An array in a few numbers.
    private static void summary(JsonWriter json, String name, NdArray array) {
        json.name(name).beginObject().member("dtype", array.dtype().text());
        json.name("shape").beginArray();
        for (long extent : array.shape().toArray()) {
            json.value(extent);
        }
        json.endArray();
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        double total = 0;
        boolean finite = true;
        for (double value : array.toDoubles()) {
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
            total += value;
            finite &= Double.isFinite(value);
        }
        json.member("finite", finite);
        if (finite && array.elements() > 0) {
            json.member("min", least).member("max", greatest).member("mean", total / array.elements());
        }
        json.endObject();
    }
}
