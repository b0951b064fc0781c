package sectile.cli.diff;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;
import sectile.base.json.Json;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.cli.problem.CliCode;

/// What `--json` of a run printed.
final class RunDocument implements RunRecord {
    private final YamlMap root;
    private final long latencyPs;

    private RunDocument(YamlMap root, long latencyPs) {
        this.root = root;
        this.latencyPs = latencyPs;
    }

    /// Reads a file.
    ///
    /// @throws DiagnosticException if it cannot be read, is not JSON, or is not of a run
    static RunDocument read(Path file) {
        var problems = new Diagnostics();
        Optional<SourceFile> source = TextFiles.read(file, problems);
        problems.throwIfErrors();
        Optional<YamlNode> node = Json.parse(source.orElseThrow(), problems);
        problems.throwIfErrors();
        if (node.orElseThrow() instanceof YamlMap map && map.value("workload").isPresent()) {
            Optional<Long> latency = map.value("latency_ps").flatMap(RunDocument::number);
            if (latency.isPresent()) {
                return new RunDocument(map, latency.get());
            }
        }
        throw new DiagnosticException(Diagnostic.error(
                        CliCode.NOT_A_RUN, source.get().all(), "this is not what `sectile run … --json` prints")
                .hint("expected a JSON object with `workload` and `latency_ps`"));
    }

    @Override
    public String title() {
        return root.value("workload").flatMap(RunDocument::text).orElse("") + " on "
                + root.value("topology").flatMap(RunDocument::text).orElse("");
    }

    @Override
    public long latencyPs() {
        return latencyPs;
    }

    @Override
    public String measured() {
        return "latency";
    }

    @Override
    public String why() {
        return root.value("critical_path")
                .flatMap(path -> path instanceof YamlMap map ? map.value("summary") : Optional.empty())
                .flatMap(RunDocument::text)
                .orElse("");
    }

    @Override
    public SequencedMap<String, Long> numbers(String key, String number, String... path) {
        SequencedMap<String, Long> found = new LinkedHashMap<>();
        YamlNode node = root;
        for (String word : path) {
            node = node instanceof YamlMap map ? map.value(word).orElse(root) : root;
        }
        if (node instanceof YamlList list) {
            for (YamlNode item : list.items()) {
                if (item instanceof YamlMap row) {
                    String name = row.value(key).flatMap(RunDocument::text).orElse("");
                    row.value(number)
                            .flatMap(RunDocument::number)
                            .ifPresent(value -> found.merge(name, value, Long::sum));
                }
            }
        }
        return found;
    }

    private static Optional<String> text(YamlNode node) {
        return node instanceof YamlScalar scalar ? Optional.of(scalar.text()) : Optional.empty();
    }

    private static Optional<Long> number(YamlNode node) {
        return node instanceof YamlScalar scalar
                        && scalar.asNumber().orElse(null) instanceof YamlNumber.Finite(java.math.BigDecimal value)
                ? Optional.of(value.longValue())
                : Optional.empty();
    }
}
