package sectile.base.yaml;

import java.util.Optional;
import sectile.base.diag.Span;

/// A value in a YAML text, and where it is.
public sealed interface YamlNode permits YamlMap, YamlList, YamlScalar {
    Span span();

    /// What this is in a sentence like "expected a map, found …".
    String describe();

    /// The node under this one that a path like `sips.count` or `links[2].name` names.
    default Optional<YamlNode> at(YamlPath path) {
        Optional<YamlNode> node = Optional.of(this);
        for (String step : path.steps()) {
            node = node.flatMap(parent -> parent.child(step));
        }
        return node;
    }

    /// The node under this one that a path names; a malformed path names nothing.
    default Optional<YamlNode> at(String path) {
        return YamlPath.parse(path).flatMap(this::at);
    }

    /// The value of a key of a map, or the item of a list at a number.
    default Optional<YamlNode> child(String step) {
        return switch (this) {
            case YamlMap map -> map.value(step);
            case YamlList list -> {
                int index = YamlPath.index(step);
                yield index >= 0 && index < list.items().size()
                        ? Optional.of(list.items().get(index))
                        : Optional.empty();
            }
            case YamlScalar scalar -> Optional.empty();
        };
    }
}
