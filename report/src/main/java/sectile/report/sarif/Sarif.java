package sectile.report.sarif;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Severity;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.json.JsonWriter;

/// Writes SARIF 2.1.0.
public final class Sarif {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private Sarif() {}

    /// A finding, and the steps of a run that shows it.
    public record Result(Diagnostic diagnostic, List<Step> steps) {
        public Result {
            steps = List.copyOf(steps);
        }

        /// One that no run shows.
        public static Result of(Diagnostic diagnostic) {
            return new Result(diagnostic, List.of());
        }
    }

    /// Something that happens in a run.
    ///
    /// @param actor whose step it is
    public record Step(String actor, Span span, String text) {}

    /// The content of a file.
    public static String text(List<Result> results) {
        var out = new StringBuilder();
        try (JsonWriter json = JsonWriter.pretty(out)) {
            json.beginObject().member("$schema", SCHEMA).member("version", "2.1.0");
            json.name("runs").beginArray().beginObject();
            List<String> rules = results.stream()
                    .map(result -> result.diagnostic().code())
                    .distinct()
                    .toList();
            tool(json, rules, results);
            json.member("columnKind", "utf16CodeUnits").name("results").beginArray();
            results.forEach(result ->
                    result(json, result, rules.indexOf(result.diagnostic().code())));
            json.endArray().endObject().endArray().endObject();
        }
        return out.append('\n').toString();
    }

    private static void tool(JsonWriter json, List<String> rules, List<Result> results) {
        json.name("tool").beginObject().name("driver").beginObject().member("name", "Sectile");
        json.name("rules").beginArray();
        for (String rule : rules) {
            String hint = results.stream()
                    .map(Result::diagnostic)
                    .filter(d -> d.code().equals(rule) && !d.hint().isEmpty())
                    .map(Diagnostic::hint)
                    .findFirst()
                    .orElse("");
            json.beginObject().member("id", rule);
            message(json, "shortDescription", rule + " of docs/diagnostics");
            if (!hint.isEmpty()) {
                message(json, "help", hint);
            }
            json.endObject();
        }
        json.endArray().endObject().endObject();
    }

    private static void message(JsonWriter json, String name, String text) {
        json.name(name).beginObject().member("text", text).endObject();
    }

    private static void result(JsonWriter json, Result result, int rule) {
        Diagnostic diagnostic = result.diagnostic();
        json.beginObject().member("ruleId", diagnostic.code()).member("ruleIndex", rule);
        json.member("level", diagnostic.severity() == Severity.ERROR ? "error" : "warning");
        message(
                json,
                "message",
                diagnostic.message() + (diagnostic.hint().isEmpty() ? "" : " (" + diagnostic.hint() + ")"));
        json.name("locations").beginArray();
        location(json, diagnostic.span(), "", -1);
        json.endArray();
        if (!diagnostic.notes().isEmpty()) {
            json.name("relatedLocations").beginArray();
            int id = 0;
            for (Diagnostic.Note note : diagnostic.notes()) {
                location(json, note.span(), note.message(), id++);
            }
            json.endArray();
        }
        if (!result.steps().isEmpty()) {
            flows(json, result.steps());
        }
        json.endObject();
    }

    /// One flow, with a thread for every actor. The order of execution is that of the run.
    private static void flows(JsonWriter json, List<Step> steps) {
        SequencedMap<String, List<Integer>> actors = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            actors.computeIfAbsent(steps.get(i).actor(), actor -> new ArrayList<>())
                    .add(i);
        }
        json.name("codeFlows").beginArray().beginObject().name("threadFlows").beginArray();
        actors.forEach((actor, own) -> {
            json.beginObject().member("id", actor).name("locations").beginArray();
            for (int index : own) {
                Step step = steps.get(index);
                json.beginObject().member("executionOrder", index + 1).name("location");
                location(json, step.span(), step.text(), -1);
                json.endObject();
            }
            json.endArray().endObject();
        });
        json.endArray().endObject().endArray();
    }

    private static void location(JsonWriter json, Span span, String message, int id) {
        json.beginObject();
        if (id >= 0) {
            json.member("id", id);
        }
        if (!message.isEmpty()) {
            message(json, "message", message);
        }
        if (!span.isNone()) {
            SourceFile source = span.source();
            json.name("physicalLocation").beginObject();
            json.name("artifactLocation")
                    .beginObject()
                    .member("uri", uri(source.name()))
                    .endObject();
            json.name("region").beginObject().member("startLine", span.line());
            json.member("startColumn", span.column());
            if (span.end() > span.start()) {
                json.member("endLine", source.lineOf(span.end())).member("endColumn", source.columnOf(span.end()));
            }
            json.endObject().endObject();
        }
        json.endObject();
    }

    /// A file as a URI: relative, as editors resolve it against the checkout, unless its name is absolute.
    static String uri(String name) {
        try {
            Path path = Path.of(name);
            return path.isAbsolute()
                    ? path.toUri().toString()
                    : new URI(null, null, name.replace('\\', '/'), null).toASCIIString();
        } catch (URISyntaxException | java.nio.file.InvalidPathException e) {
            return "unknown";
        }
    }
}
