package sectile.base.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Span;

/// Keys and values in the order they were written; no key appears twice.
public record YamlMap(Map<String, Entry> entries, Span span) implements YamlNode {
    /// A key, where it is, and its value.
    public record Entry(String key, Span keySpan, YamlNode value) {}

    public YamlMap {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    public static YamlMap empty(Span span) {
        return new YamlMap(Map.of(), span);
    }

    /// The keys in the order they were written.
    public List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    public Optional<Entry> entry(String key) {
        return Optional.ofNullable(entries.get(key));
    }

    public Optional<YamlNode> value(String key) {
        return entry(key).map(Entry::value);
    }

    /// This map with the node at a path replaced; maps on the way that are not there yet are made. The new
    /// keys get the span of the new node.
    ///
    /// @throws IllegalArgumentException if the path leads through a scalar or outside a list; [Overrides]
    /// reports that as a     diagnostic instead
    public YamlMap with(String path, YamlNode node) {
        YamlPath parsed =
                YamlPath.parse(path).orElseThrow(() -> new IllegalArgumentException("`" + path + "` is not a path"));
        return with(parsed, node.span(), node);
    }

    /// As [#with(String, YamlNode)], with the span that new keys get.
    public YamlMap with(YamlPath path, Span keySpan, YamlNode node) {
        return (YamlMap) Replacement.in(this, path, keySpan, node);
    }

    YamlMap withEntry(Entry entry) {
        var changed = new LinkedHashMap<>(entries);
        changed.put(entry.key(), entry);
        return new YamlMap(changed, span);
    }

    @Override
    public String describe() {
        return "a map";
    }

    @Override
    public String toString() {
        var out = new StringBuilder("{");
        for (Entry entry : entries.values()) {
            out.append(out.length() > 1 ? ", " : "")
                    .append(entry.key())
                    .append(": ")
                    .append(entry.value());
        }
        return out.append('}').toString();
    }
}
