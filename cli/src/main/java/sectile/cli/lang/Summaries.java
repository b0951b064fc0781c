package sectile.cli.lang;

import sectile.base.array.NdArray;
import sectile.base.json.JsonWriter;

/// Arrays in a few numbers.
final class Summaries {
    private Summaries() {}

    static void write(JsonWriter writer, String name, NdArray array) {
        writer.name(name).beginObject().member("dtype", array.dtype().text());
        writer.name("shape").beginArray();
        for (long extent : array.shape().toArray()) {
            writer.value(extent);
        }
        writer.endArray();
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
        writer.member("finite", finite);
        if (finite && array.elements() > 0) {
            writer.member("min", least).member("max", greatest).member("mean", total / array.elements());
        }
        writer.endObject();
    }
}
