package sectile.explore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.diag.Span;

/// Runs that are computed by formula, for tests of what is done with the figures of runs.
final class Machines {
    private Machines() {}

    /// The figures `latency_ps` = `size` × 1000 / (`a` × `b`) and `area_mm2` = `a` + 3 × `b` of a run with such words.
    static Measured run(List<String> words) {
        Map<String, Long> settings = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals > 0 && word.substring(equals + 1).matches("[0-9]+")) {
                settings.put(
                        word.substring(0, equals).replaceFirst("^-+", ""), Long.valueOf(word.substring(equals + 1)));
            }
        }
        long a = settings.getOrDefault("pe.a", 1L);
        long b = settings.getOrDefault("pe.b", 1L);
        if (a == 13) {
            return new Measured.Failed("TOPO-101", "13 is not a number of anything", "use 12");
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("latency_ps", settings.getOrDefault("size", 64L) * 1000 / (a * b));
        figures.put("area_mm2", (double) (a + 3 * b));
        figures.put("algorithm", a > b ? "wide" : "deep");
        return new Measured.Run(a != 7, figures);
    }

    static Axis axis(String text) {
        return Axes.parse(text, Span.none());
    }

    static Objective minimize(String text) {
        return Objective.parse(text, false, Span.none());
    }

    static List<Axis> axes(String... texts) {
        List<Axis> axes = new ArrayList<>();
        for (String text : texts) {
            axes.add(axis(text));
        }
        return axes;
    }
}
