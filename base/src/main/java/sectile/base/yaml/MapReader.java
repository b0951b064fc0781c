package sectile.base.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;

/// Reads the keys of a map with types. Every key that is asked for becomes a valid key; [#finish] reports the
/// others.
public final class MapReader {
    private final YamlMap map;
    private final String path;
    private final Span missingAt;
    private final Diagnostics problems;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<MapReader> children = new ArrayList<>();
    private boolean anyKey;
    private boolean finished;

    private MapReader(YamlMap map, String path, Span missingAt, Diagnostics problems) {
        this.map = map;
        this.path = path;
        this.missingAt = missingAt;
        this.problems = problems;
    }

    public static MapReader of(YamlMap map, Diagnostics problems) {
        return new MapReader(map, "", firstLine(map.span()), problems);
    }

    public YamlMap map() {
        return map;
    }

    /// The keys that lead from the document to this map, with dots between them; empty at the top.
    public String path() {
        return path.isEmpty() ? "" : path.substring(0, path.length() - 1);
    }

    public Span span() {
        return map.span();
    }

    public Diagnostics problems() {
        return problems;
    }

    /// Whether a key is written, without making it valid.
    public boolean has(String key) {
        return map.entry(key).isPresent();
    }

    /// Reads a key as any type.
    public <T> Field<T> read(String key, YamlType<T> type) {
        known.add(key);
        Optional<YamlMap.Entry> entry = map.entry(key);
        if (entry.isEmpty()) {
            return Field.missing(path + key, missingAt, problems);
        }
        YamlNode value = entry.get().value();
        boolean visible = value.span().start() < value.span().end();
        return Field.of(key, visible ? value.span() : entry.get().keySpan(), problems, type.read(value, problems));
    }

    public Field<String> string(String key) {
        return read(key, YamlType.text());
    }

    public IntegerField integer(String key) {
        return new IntegerField(read(key, YamlType.integer()));
    }

    /// An exact number that may be `inf`.
    public Field<YamlNumber> number(String key) {
        return read(key, YamlType.number());
    }

    public Field<Boolean> bool(String key) {
        return read(key, YamlType.bool());
    }

    /// A constant of an enum, see [YamlType#enumOf].
    public <E extends Enum<E>> Field<E> enumValue(String key, Class<E> type) {
        return read(key, YamlType.enumOf(type));
    }

    public <T> Field<List<T>> list(String key, YamlType<T> items) {
        return read(key, YamlType.listOf(items));
    }

    /// The value of a key, whatever it is.
    public Field<YamlNode> node(String key) {
        return read(key, (node, ignored) -> Optional.of(node));
    }

    /// A reader of a map below this one; this reader's [#finish] finishes it.
    public Field<MapReader> map(String key) {
        Span keySpan = map.entry(key).map(YamlMap.Entry::keySpan).orElse(missingAt);
        return read(key, YamlType.map()).map(child -> child(child, path + key + ".", keySpan));
    }

    /// A reader of a map below this one, or of an empty map if the key is not there, so that defaults apply.
    public MapReader mapOrEmpty(String key) {
        Field<MapReader> field = map(key);
        // After a wrong value the placeholder is not finished and reports nothing: one mistake, one diagnostic.
        return field.optional()
                .orElseGet(() -> new MapReader(
                        YamlMap.empty(missingAt),
                        path + key + ".",
                        missingAt,
                        field.isWritten() ? new Diagnostics() : problems));
    }

    /// Readers of the maps in a list below this one.
    public Field<List<MapReader>> maps(String key) {
        return list(key, YamlType.map())
                .map(list -> IntStream.range(0, list.size())
                        .mapToObj(i -> child(
                                list.get(i),
                                path + key + "[" + i + "].",
                                firstLine(list.get(i).span())))
                        .toList());
    }

    /// For maps whose keys are names that the user chose: every key is valid, and every value must be a map.
    public Map<String, MapReader> namedMaps() {
        Map<String, MapReader> result = new LinkedHashMap<>();
        for (YamlMap.Entry entry : entries()) {
            map(entry.key()).optional().ifPresent(reader -> result.put(entry.key(), reader));
        }
        return result;
    }

    /// All entries; every key becomes valid.
    public List<YamlMap.Entry> entries() {
        anyKey = true;
        return List.copyOf(map.entries().values());
    }

    /// Reports the keys that were not read, in this map and in those read through it. Call it once everything
    /// is read.
    public void finish() {
        if (finished) {
            return;
        }
        finished = true;
        List<String> free = known.stream().filter(key -> !has(key)).toList();
        for (YamlMap.Entry entry : map.entries().values()) {
            if (!anyKey && !known.contains(entry.key())) {
                String hint = Nearest.of(entry.key(), free)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElseGet(() -> Nearest.listing(known));
                problems.error(YamlCode.UNKNOWN_KEY, entry.keySpan(), "unknown key `" + entry.key() + "`", hint);
            }
        }
        children.forEach(MapReader::finish);
    }

    private MapReader child(YamlMap child, String childPath, Span missing) {
        var reader = new MapReader(child, childPath, missing, problems);
        children.add(reader);
        return reader;
    }

    private static Span firstLine(Span span) {
        if (span.isNone()) {
            return span;
        }
        int lineEnd = span.source().lineEnd(span.line());
        return new Span(span.source(), span.start(), Math.min(span.end(), Math.max(span.start(), lineEnd)));
    }
}
