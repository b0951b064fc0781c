package sectile.sim.topology;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.yaml.Overrides;
import sectile.base.yaml.Yaml;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlPath;
import sectile.base.yaml.YamlScalar;

/// Puts a document together from the preset it extends, the file itself, and `--set` options. Every value keeps
/// the span of the layer it comes from, so a problem is shown where it was written.
///
/// Maps are merged key by key; scalars and lists of a later layer replace those of an earlier one. A later layer
/// that gives one of two alternatives takes the other away: `latency_ns` against `distance_mm` with `ns_per_mm`,
/// and another `impl` against the attributes of the old one.
final class Layers {
    static final String EXTENDS = "extends";
    /// What a file that describes a machine by itself has.
    private static final List<String> SECTIONS = List.of("system", "sip", "cube", "pe");
    private static final Map<String, List<String>> DISPLACED = Map.of(
            "latency_ns", List.of("distance_mm", "ns_per_mm"),
            "distance_mm", List.of("latency_ns"),
            "ns_per_mm", List.of("latency_ns"),
            "impl", List.of("attrs"));

    private final Diagnostics problems;

    Layers(Diagnostics problems) {
        this.problems = problems;
    }

    /// The whole document; empty if a layer cannot be read, which was reported.
    Optional<YamlMap> document(SourceFile source, List<String> settings) {
        return file(source).map(document -> with(document, settings));
    }

    private Optional<YamlMap> file(SourceFile source) {
        Optional<YamlMap> parsed = Yaml.parseMap(source, problems);
        Optional<YamlMap.Entry> extended = parsed.flatMap(map -> map.entry(EXTENDS));
        if (extended.isEmpty()) {
            // A file that leaves out a whole section names only what it changes of the default machine.
            boolean whole = parsed.isEmpty()
                    || parsed.get().entries().isEmpty()
                    || parsed.get().keys().containsAll(SECTIONS);
            return whole
                    ? parsed
                    : file(Presets.source(Presets.names().getFirst()).orElseThrow())
                            .map(base -> merged(base, parsed.orElseThrow()));
        }
        YamlMap own = without(parsed.orElseThrow(), List.of(EXTENDS));
        YamlNode name = extended.get().value();
        Optional<SourceFile> preset =
                name instanceof YamlScalar scalar ? Presets.source(scalar.text()) : Optional.empty();
        if (preset.isEmpty()) {
            String shown = name instanceof YamlScalar scalar ? "`" + scalar.text() + "`" : name.describe();
            String hint = name instanceof YamlScalar scalar
                    ? Nearest.hint(scalar.text(), Presets.names())
                    : "one of: " + String.join(", ", Presets.names());
            TopologyCode.UNKNOWN_PRESET.report(problems, name.span(), "no preset is named " + shown, hint);
            return Optional.empty();
        }
        return file(preset.get()).map(base -> merged(base, own));
    }

    private static YamlMap merged(YamlMap base, YamlMap over) {
        Map<String, YamlMap.Entry> entries = new LinkedHashMap<>(base.entries());
        for (YamlMap.Entry entry : over.entries().values()) {
            if (displaces(entry, base)) {
                DISPLACED.getOrDefault(entry.key(), List.of()).forEach(entries::remove);
            }
        }
        for (YamlMap.Entry entry : over.entries().values()) {
            Optional<YamlNode> below =
                    Optional.ofNullable(entries.get(entry.key())).map(YamlMap.Entry::value);
            YamlNode value =
                    below.isPresent() && below.get() instanceof YamlMap old && entry.value() instanceof YamlMap changed
                            ? merged(old, changed)
                            : entry.value();
            entries.put(entry.key(), new YamlMap.Entry(entry.key(), entry.keySpan(), value));
        }
        return new YamlMap(entries, over.span());
    }

    private YamlMap with(YamlMap document, List<String> settings) {
        YamlMap result = document;
        for (String setting : settings) {
            Optional<YamlPath> path = settable(result, setting);
            if (path.isPresent() || setting.indexOf('=') < 0) {
                YamlMap before = result;
                int errors = problems.errorCount();
                result = Overrides.apply(result, List.of(setting), problems);
                boolean applied = path.isPresent() && problems.errorCount() == errors;
                result = applied ? withoutDisplaced(before, result, path.get()) : result;
            }
        }
        return result;
    }

    /// The path of a setting, if it is one the file may have or has.
    private Optional<YamlPath> settable(YamlMap document, String setting) {
        int equals = setting.indexOf('=');
        if (equals < 0) {
            return Optional.empty();
        }
        Optional<YamlPath> path = YamlPath.parse(setting.substring(0, equals).strip());
        boolean known = path.isPresent()
                && (document.at(path.get()).isPresent()
                        || KnownPaths.contains(path.get().toString()));
        if (known) {
            return path;
        }
        Span span = new Span(new SourceFile("--set", setting), 0, equals);
        String given = span.text().strip();
        String hint = KnownPaths.complete(given)
                .filter(whole -> KnownPaths.all().contains(whole)
                        || YamlPath.parse(whole).flatMap(document::at).isPresent())
                .or(() -> Nearest.of(given, KnownPaths.all()))
                .map(near -> "did you mean `" + near + "`?")
                .orElse("docs/topology.md lists every key");
        TopologyCode.UNKNOWN_PATH.report(
                problems,
                span,
                given.isEmpty() ? "there is no key before `=`" : "a topology has no `" + given + "`",
                hint);
        return Optional.empty();
    }

    private static YamlMap withoutDisplaced(YamlMap before, YamlMap after, YamlPath path) {
        List<String> parentSteps = path.steps().subList(0, path.steps().size() - 1);
        String last = path.steps().getLast();
        if (parentSteps.isEmpty() || !DISPLACED.containsKey(last)) {
            return after;
        }
        YamlPath parent = new YamlPath(parentSteps);
        YamlMap old = before.at(parent).orElse(before) instanceof YamlMap map ? map : before;
        if (!(after.at(parent).orElse(after) instanceof YamlMap changed)
                || !displaces(changed.entry(last).orElseThrow(), old)) {
            return after;
        }
        YamlMap cleaned = without(changed, DISPLACED.getOrDefault(last, List.of()));
        return after.with(parent, cleaned.span(), cleaned);
    }

    /// An implementation that is named again keeps its attributes.
    private static boolean displaces(YamlMap.Entry entry, YamlMap base) {
        return !entry.key().equals("impl")
                || !(entry.value() instanceof YamlScalar now)
                || !(base.value("impl").orElse(now) instanceof YamlScalar old)
                || !now.text().equals(old.text());
    }

    private static YamlMap without(YamlMap map, List<String> keys) {
        Map<String, YamlMap.Entry> entries = new LinkedHashMap<>(map.entries());
        keys.forEach(entries::remove);
        return new YamlMap(entries, map.span());
    }
}
