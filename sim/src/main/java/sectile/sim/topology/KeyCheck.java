package sectile.sim.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;

/// Finds keys that mean nothing. This is done on the document as put together from its layers, because the key a
/// user probably meant is often there already, from a preset.
final class KeyCheck {
    private final Diagnostics problems;

    KeyCheck(Diagnostics problems) {
        this.problems = problems;
    }

    /// The document without the keys that were reported.
    YamlMap withoutUnknown(YamlMap document) {
        return checked("", document, KnownPaths.keysUnder(""));
    }

    /// What a file may begin with is not in the document any more.
    private static List<String> withExtends(List<String> known) {
        return Stream.concat(Stream.of(Layers.EXTENDS), known.stream()).toList();
    }

    private YamlMap checked(String path, YamlMap map, List<String> known) {
        Map<String, YamlMap.Entry> entries = new LinkedHashMap<>();
        for (YamlMap.Entry entry : map.entries().values()) {
            if (known.contains(entry.key())) {
                YamlNode value = below(path.isEmpty() ? entry.key() : path + "." + entry.key(), entry.value());
                entries.put(entry.key(), new YamlMap.Entry(entry.key(), entry.keySpan(), value));
            } else {
                report(entry, map, path.isEmpty() ? withExtends(known) : known);
            }
        }
        return new YamlMap(entries, map.span());
    }

    private YamlNode below(String path, YamlNode value) {
        List<String> known = KnownPaths.keysUnder(path);
        return value instanceof YamlMap map && !known.isEmpty() ? checked(path, map, known) : value;
    }

    /// A key that has only one place, and this is not it: mostly the indentation is wrong.
    private static Optional<String> elsewhere(String key) {
        return KnownPaths.parent(key)
                .map(parent -> "`" + key + "` belongs under `" + parent + "`; check the indentation");
    }

    private void report(YamlMap.Entry entry, YamlMap map, List<String> known) {
        var source = entry.keySpan().source();
        // A key the same layer has already is not what was meant.
        List<String> free = known.stream()
                .filter(key -> map.entry(key)
                        .map(other -> !other.keySpan().source().equals(source))
                        .orElse(true))
                .toList();
        String hint = elsewhere(entry.key())
                .or(() -> Nearest.of(entry.key(), free).map(near -> "did you mean `" + near + "`?"))
                .orElseGet(() -> Nearest.listing(known));
        TopologyCode.UNKNOWN_KEY.report(problems, entry.keySpan(), "unknown key `" + entry.key() + "`", hint);
    }
}
