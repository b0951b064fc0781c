package sectile.base.yaml;

import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// Reads YAML texts.
public final class Yaml {
    private Yaml() {}

    /// The document of a source. Empty, with a diagnostic, if it is not YAML; an empty document is a scalar
    /// of nothing.
    public static Optional<YamlNode> parse(SourceFile source, Diagnostics problems) {
        return parse(source, 0, problems);
    }

    /// The document of a source, which must be a map; an empty document is an empty map.
    public static Optional<YamlMap> parseMap(SourceFile source, Diagnostics problems) {
        Optional<YamlNode> node = parse(source, problems);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        return switch (node.get()) {
            case YamlMap map -> Optional.of(map);
            case YamlScalar scalar when scalar.isNothing() -> Optional.of(YamlMap.empty(scalar.span()));
            case YamlScalar other -> notAMap(other, problems);
            case YamlList other -> notAMap(other, problems);
        };
    }

    /// The document that begins at an offset of a source.
    static Optional<YamlNode> parse(SourceFile source, int start, Diagnostics problems) {
        return new Composer(source, start, problems).document();
    }

    private static Optional<YamlMap> notAMap(YamlNode node, Diagnostics problems) {
        problems.error(
                YamlCode.NOT_A_MAP,
                node.span(),
                "expected a map at the top of the file, found " + node.describe(),
                "a map has lines like `key: value`");
        return Optional.empty();
    }
}
