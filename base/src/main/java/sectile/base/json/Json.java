package sectile.base.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.yaml.YamlList;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlScalar;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// Reads JSON, strictly, into nodes that know their place.
public final class Json {
    private static final DiagnosticCode SYNTAX = JsonCode.JSON_SYNTAX;
    private static final DiagnosticCode DUPLICATE_KEY = JsonCode.JSON_KEY_TWICE;
    private static final int MAX_DEPTH = 100;

    private final SourceFile source;
    private final Diagnostics problems;
    private final JsonParser parser;

    private Json(SourceFile source, Diagnostics problems, JsonParser parser) {
        this.source = source;
        this.problems = problems;
        this.parser = parser;
    }

    /// The document of a source; empty, with diagnostics, if it is not JSON.
    public static Optional<YamlNode> parse(SourceFile source, Diagnostics problems) {
        int errors = problems.errorCount();
        try (JsonParser parser = factory().createParser(ObjectReadContext.empty(), source.text())) {
            var reader = new Json(source, problems, parser);
            try {
                YamlNode node = reader.document();
                return problems.errorCount() > errors ? Optional.empty() : Optional.of(node);
            } catch (JacksonException malformed) {
                problems.error(SYNTAX, reader.here(), "not JSON: " + malformed.getOriginalMessage());
                return Optional.empty();
            }
        }
    }

    private static JsonFactory factory() {
        // Nodes are read by recursion, so depth must be bounded far below the stack.
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();
    }

    private YamlNode document() {
        JsonToken token = parser.nextToken();
        if (token == null) {
            problems.error(SYNTAX, source.all(), "expected a JSON document, found nothing");
            return new YamlScalar("null", false, source.all());
        }
        YamlNode node = node(token);
        if (parser.nextToken() != null) {
            problems.error(SYNTAX, span(start()), "expected the end, found more after the document");
        }
        return node;
    }

    private YamlNode node(JsonToken token) {
        int start = start();
        return switch (token) {
            case START_OBJECT -> object(start);
            case START_ARRAY -> array(start);
            case VALUE_STRING -> new YamlScalar(parser.getString(), true, span(start));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE, VALUE_NULL ->
                new YamlScalar(parser.getString(), false, span(start));
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new IllegalStateException("a value cannot begin with " + token);
        };
    }

    private YamlMap object(int start) {
        Map<String, YamlMap.Entry> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.getString();
            Span keySpan = key(start());
            YamlNode value = node(parser.nextToken());
            YamlMap.Entry first = entries.putIfAbsent(key, new YamlMap.Entry(key, keySpan, value));
            if (first != null) {
                problems.add(
                        Diagnostic.error(DUPLICATE_KEY, keySpan, "the key `" + key + "` appears twice in this object")
                                .note(first.keySpan(), "the first one is here"));
            }
        }
        return new YamlMap(entries, span(start));
    }

    private YamlList array(int start) {
        List<YamlNode> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token));
        }
        return new YamlList(items, span(start));
    }

    private int start() {
        return clamp(source, parser.currentTokenLocation());
    }

    private Span span(int start) {
        return new Span(source, start, Math.max(start, clamp(source, parser.currentLocation())));
    }

    /// The key that begins at an offset; by now the parser has already looked at what follows it.
    private Span key(int start) {
        String text = source.text();
        int end = start + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return new Span(source, start, Math.min(end + 1, text.length()));
    }

    private Span here() {
        int end = clamp(source, parser.currentLocation());
        return new Span(source, Math.max(0, end - 1), end);
    }

    private static int clamp(SourceFile source, TokenStreamLocation location) {
        return Math.clamp(location.getCharOffset(), 0, source.text().length());
    }
}
