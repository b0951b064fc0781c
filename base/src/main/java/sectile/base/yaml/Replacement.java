package sectile.base.yaml;

import java.util.Optional;
import sectile.base.diag.Span;

/// Puts a node into a copy of a tree. Only the nodes on the way are copied.
final class Replacement {
    private Replacement() {}

    /// Why nothing can be put at a path, in a sentence; empty if it can.
    static Optional<String> obstacle(YamlNode root, YamlPath path) {
        YamlNode node = root;
        for (int i = 0; i < path.steps().size(); i++) {
            String step = path.steps().get(i);
            String where = i == 0 ? "the document" : "`" + path.first(i) + "`";
            switch (node) {
                case YamlMap map -> {
                    Optional<YamlNode> next = map.value(step);
                    if (next.isEmpty()) {
                        return Optional.empty();
                    }
                    node = next.get();
                }
                case YamlList list -> {
                    int index = YamlPath.index(step);
                    if (index < 0 || index >= list.items().size()) {
                        return Optional.of(
                                where + " is a list of " + list.items().size() + ", it has no item `" + step + "`");
                    }
                    node = list.items().get(index);
                }
                case YamlScalar scalar -> {
                    if (scalar.isNothing()) {
                        return Optional.empty();
                    }
                    return Optional.of(where + " is " + scalar.describe() + ", it has no `" + step + "`");
                }
            }
        }
        return Optional.empty();
    }

    static YamlNode in(YamlNode root, YamlPath path, Span keySpan, YamlNode value) {
        Optional<String> obstacle = obstacle(root, path);
        if (obstacle.isPresent()) {
            throw new IllegalArgumentException("cannot set `" + path + "`: " + obstacle.get());
        }
        return replaced(root, path, 0, keySpan, value);
    }

    private static YamlNode replaced(YamlNode node, YamlPath path, int depth, Span keySpan, YamlNode value) {
        if (depth == path.steps().size()) {
            return value;
        }
        String step = path.steps().get(depth);
        return switch (node) {
            case YamlMap map -> {
                YamlNode old = map.value(step).orElseGet(() -> YamlMap.empty(keySpan));
                Span span = map.entry(step).map(YamlMap.Entry::keySpan).orElse(keySpan);
                yield map.withEntry(new YamlMap.Entry(step, span, replaced(old, path, depth + 1, keySpan, value)));
            }
            case YamlList list -> {
                int index = YamlPath.index(step);
                yield list.withItem(index, replaced(list.items().get(index), path, depth + 1, keySpan, value));
            }
            case YamlScalar nothing -> replaced(YamlMap.empty(nothing.span()), path, depth, keySpan, value);
        };
    }
}
