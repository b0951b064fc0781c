package sectile.explore;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.Json;
import sectile.base.json.JsonWriter;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.python.value.Ints;

/// Figures in JSON documents: those of a run, and those that were written here.
public final class FigureJson {
    /// How long the host took says nothing about the machine, and differs from run to run.
    private static final Set<String> OF_THE_HOST = Set.of("wall_ms", "events_per_second");

    private FigureJson() {}

    /// What the JSON document of a run says.
    ///
    /// @return empty if it is not one object
    public static Optional<Measured> ofRun(String document) {
        return parse(document).map(map -> map.value("diagnostics").isPresent() ? failed(map) : run(map));
    }

    private static Optional<YamlMap> parse(String document) {
        return Json.parse(new SourceFile("run", document), new Diagnostics())
                .filter(YamlMap.class::isInstance)
                .map(YamlMap.class::cast);
    }

    private static Measured run(YamlMap map) {
        Map<String, Object> figures = new LinkedHashMap<>();
        boolean ok = true;
        for (YamlMap.Entry entry : map.entries().values()) {
            if (entry.value() instanceof YamlScalar scalar && !OF_THE_HOST.contains(entry.key())) {
                Optional<Object> value = value(scalar);
                if (entry.key().equals("ok")) {
                    ok = value.equals(Optional.of(true));
                } else {
                    value.ifPresent(figure -> figures.put(entry.key(), figure));
                }
            }
        }
        return new Measured.Run(ok, figures);
    }

    private static Measured failed(YamlMap map) {
        return map.value("diagnostics")
                .flatMap(list -> list.child("0"))
                .map(FigureJson::diagnostic)
                .orElseThrow(() -> new IllegalArgumentException("a failure without a diagnostic"));
    }

    private static Measured diagnostic(YamlNode node) {
        return new Measured.Failed(text(node, "code"), text(node, "message"), text(node, "hint"));
    }

    private static String text(YamlNode node, String key) {
        return node.child(key).orElse(null) instanceof YamlScalar scalar ? scalar.text() : "";
    }

    private static Optional<Object> value(YamlScalar scalar) {
        if (scalar.quoted()) {
            return Optional.of(scalar.text());
        }
        if (scalar.asBoolean().isPresent()) {
            return Optional.of(scalar.asBoolean().get());
        }
        return scalar.asNumber().flatMap(YamlNumber::finite).map(number -> number(scalar.text(), number));
    }

    /// As Python reads it: digits alone are an int.
    private static Object number(String text, BigDecimal exact) {
        return text.matches("-?[0-9]+") ? Ints.of(exact.toBigIntegerExact()) : Double.valueOf(text);
    }

    /// Writes a figure.
    static void write(JsonWriter json, Object value) {
        switch (value) {
            case Long number -> json.value(number);
            case BigInteger number -> json.value(number);
            case Double number -> json.value(number);
            case Boolean truth -> json.value(truth);
            case String text -> json.value(text);
            default -> throw new IllegalArgumentException("a figure of " + value.getClass());
        }
    }

    /// A result in one line that [#read] reads.
    public static String line(Measured result) {
        var text = new StringBuilder();
        try (JsonWriter json = JsonWriter.compact(text)) {
            json.beginObject();
            switch (result) {
                case Measured.Run(boolean ok, Map<String, Object> figures) -> {
                    json.member("ok", ok).name("figures").beginObject();
                    figures.forEach((name, value) -> write(json.name(name), value));
                    json.endObject();
                }
                case Measured.Failed(String code, String message, String hint) ->
                    json.member("code", code).member("message", message).member("hint", hint);
            }
            json.endObject();
        }
        return text.toString();
    }

    /// Reads what [#line] wrote; empty if it did not.
    public static Optional<Measured> read(String line) {
        return parse(line).flatMap(map -> {
            if (map.value("code").isPresent()) {
                return Optional.of(diagnostic(map));
            }
            return map.value("figures")
                    .filter(YamlMap.class::isInstance)
                    .map(figures -> (Measured.Run) run((YamlMap) figures))
                    .map(run -> new Measured.Run(isOk(map), run.figures()));
        });
    }

    private static boolean isOk(YamlMap map) {
        return map.value("ok").orElse(null) instanceof YamlScalar scalar
                && scalar.asBoolean().orElse(false);
    }
}
