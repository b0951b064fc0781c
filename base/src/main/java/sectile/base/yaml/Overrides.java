package sectile.base.yaml;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Applies `--set path=value` options to a document. Diagnostics about such a value point into a source named
/// `--set`.
public final class Overrides {
    private static final String SOURCE = "--set";

    private Overrides() {}

    /// The document with every assignment applied in order. A malformed one is reported and left out. Keys
    /// that are not in the document are made, so that the reader of the document decides whether they are
    /// known.
    public static YamlMap apply(YamlMap root, List<String> assignments, Diagnostics problems) {
        YamlMap result = root;
        for (String assignment : assignments) {
            result = apply(result, new SourceFile(SOURCE, assignment), problems);
        }
        return result;
    }

    private static YamlMap apply(YamlMap root, SourceFile assignment, Diagnostics problems) {
        String text = assignment.text();
        int equals = text.indexOf('=');
        if (equals < 0) {
            problems.error(
                    YamlCode.BAD_OVERRIDE,
                    assignment.all(),
                    "expected `path=value`, found `" + text + "`",
                    "for example `--set system.sips.count=4`");
            return root;
        }
        var pathSpan = new Span(assignment, 0, equals);
        Optional<YamlPath> path = YamlPath.parse(text.substring(0, equals).strip());
        if (path.isEmpty()) {
            problems.error(
                    YamlCode.BAD_OVERRIDE,
                    pathSpan,
                    "`" + pathSpan.text() + "` is not a path",
                    "write keys with dots between them, list items as `[0]`: `links[0].latency_ns`");
            return root;
        }
        Optional<YamlNode> value = Yaml.parse(assignment, equals + 1, problems);
        if (value.isEmpty()) {
            return root;
        }
        Optional<String> obstacle = Replacement.obstacle(root, path.get());
        if (obstacle.isPresent()) {
            problems.error(YamlCode.OVERRIDE_PATH, pathSpan, "cannot set `" + path.get() + "`: " + obstacle.get());
            return root;
        }
        return root.with(path.get(), pathSpan, value.get());
    }
}
