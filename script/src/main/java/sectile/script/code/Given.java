package sectile.script.code;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import sectile.base.diag.Span;
import sectile.script.problem.Place;

/// What a call gives: values by position and by name, each with its place in the text.
///
/// @param run the run that calls
/// @param spans where the values are, by position
/// @param namedSpans where the named ones are
/// @param span the call
public record Given(
        Activation run,
        List<Object> values,
        List<Span> spans,
        SequencedMap<String, Object> named,
        Map<String, Span> namedSpans,
        Span span)
        implements Place {
    /// A call by the host itself.
    public static Given of(Activation run, List<Object> values, Span span) {
        return new Given(
                run,
                values,
                values.stream().map(value -> span).toList(),
                new java.util.LinkedHashMap<>(),
                Map.of(),
                span);
    }

    public Span spanOf(int position) {
        return spans.get(position);
    }

    public Span spanOf(String name) {
        return namedSpans.getOrDefault(name, span);
    }
}
