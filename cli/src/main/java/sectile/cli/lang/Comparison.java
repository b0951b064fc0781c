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

/// How one output compares with what was expected.
public record Comparison(String name, boolean ok, String text, long wrong, double largestError) {
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
            return new Comparison(name, false, text, actual.elements(), Double.MAX_VALUE);
        }
        ArrayComparison result = ArrayComparison.of(actual, expected, relative, absolute);
        String text = result.ok()
                ? name + ": as expected, largest error " + result.largestError()
                : name + ": " + result.wrong() + " of " + result.elements() + " elements are wrong, the first at "
                        + result.firstWrong() + ": " + actual.getDoubleAt(result.firstWrong()) + " instead of "
                        + expected.getDoubleAt(result.firstWrong());
        return new Comparison(name, result.ok(), text, result.wrong(), result.largestError());
    }

    void write(JsonWriter writer) {
        writer.beginObject()
                .member("name", name)
                .member("ok", ok)
                .member("wrong", wrong)
                .member("largest_error", largestError)
                .endObject();
    }
}
