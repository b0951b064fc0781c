package sectile.report.run;

import java.util.List;
import sectile.base.array.ArrayComparison;
import sectile.base.array.NdArray;
import sectile.base.json.JsonWriter;
import sectile.sim.workload.ValueCheck;

/// How one output compares with the expected array.
///
/// @param elements that were compared
/// @param first the first wrong elements
public record Comparison(
        String name, boolean ok, String text, long elements, long wrong, List<Element> first, double largestError) {
    /// One that is wrong.
    ///
    /// @param number in row-major order
    public record Element(long number, List<Long> index, String found, String expected) {}

    public static Comparison of(String name, NdArray actual, NdArray expected, double relative, double absolute) {
        if (!actual.shape().equals(expected.shape())) {
            String text = "has shape " + actual.shape() + ", expected " + expected.shape();
            return new Comparison(name, false, text, actual.elements(), actual.elements(), List.of(), Double.MAX_VALUE);
        }
        ArrayComparison result = ArrayComparison.of(actual, expected, relative, absolute);
        List<Element> first = result.firstWrong().stream()
                .map(at -> new Element(
                        at,
                        ValueCheck.position(expected.shape(), at),
                        ValueCheck.text(actual, at),
                        ValueCheck.text(expected, at)))
                .toList();
        String text = result.ok()
                ? "as expected, largest error " + result.largestError()
                : result.wrong() + " of " + result.elements() + " elements are wrong, the first at "
                        + first.getFirst().index() + ": " + first.getFirst().found() + " instead of "
                        + first.getFirst().expected();
        return new Comparison(name, result.ok(), text, result.elements(), result.wrong(), first, result.largestError());
    }

    void write(JsonWriter writer) {
        writer.beginObject()
                .member("name", name)
                .member("ok", ok)
                .member("wrong", wrong)
                .member("largest_error", largestError)
                .name("wrong_values")
                .beginArray();
        for (Element element : first) {
            writer.beginObject().name("index").beginArray();
            element.index.forEach(number -> writer.value(number.longValue()));
            writer.endArray()
                    .member("got", element.found)
                    .member("expected", element.expected)
                    .endObject();
        }
        writer.endArray().endObject();
    }
}
