package sectile.cli.lang;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.base.array.ArrayComparison;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Nearest;
import sectile.base.io.Npz;
import sectile.base.json.JsonWriter;
import sectile.cli.command.Invocation;
import sectile.sim.workload.ValueCheck;

/// How one output compares with what was expected.
///
/// @param first wrong elements
public record Comparison(String name, boolean ok, String text, long wrong, List<Element> first, double largestError) {
    /// One that is wrong.
    ///
    /// @param number in row-major order
    public record Element(long number, List<Long> index, String found, String expected) {}

    public static List<Comparison> of(
            Path file, Map<String, NdArray> outputs, double relative, double absolute, Invocation call) {
        var comparisons = new ArrayList<Comparison>();
        Npz.read(file, call.limits()).forEach((name, expected) -> {
            NdArray actual = outputs.get(name);
            if (actual == null) {
                throw new DiagnosticException(Diagnostic.error(
                                "EXEC-123", call.spanOf("--expect"), "the program has no output `" + name + "`")
                        .hint(Nearest.hint(name, outputs.keySet())));
            }
            comparisons.add(compare(name, actual, expected, relative, absolute));
        });
        return comparisons;
    }

    private static Comparison compare(String name, NdArray actual, NdArray expected, double relative, double absolute) {
        if (!actual.shape().equals(expected.shape())) {
            String text = name + ": has shape " + actual.shape() + ", expected " + expected.shape();
            return new Comparison(name, false, text, actual.elements(), List.of(), Double.MAX_VALUE);
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
                ? name + ": as expected, largest error " + result.largestError()
                : name + ": " + result.wrong() + " of " + result.elements() + " elements are wrong, the first at "
                        + first.getFirst().index() + ": " + first.getFirst().found() + " instead of "
                        + first.getFirst().expected();
        return new Comparison(name, result.ok(), text, result.wrong(), first, result.largestError());
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
