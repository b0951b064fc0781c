package sectile.sim.topology;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.Span;
import sectile.base.yaml.YamlMap;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.sim.component.Attribute;
import sectile.sim.component.AttributeSchema;
import sectile.sim.component.AttributeType;
import sectile.sim.component.Attributes;
import sectile.sim.component.Quantities;

/// Reads the attributes of a component and checks them against what its implementation takes.
final class AttributeReader {
    private final String impl;
    private final Diagnostics problems;

    AttributeReader(String impl, Diagnostics problems) {
        this.impl = impl;
        this.problems = problems;
    }

    /// The attributes; anything missing or wrong was reported. `missingAt` is where a missing attribute is
    /// reported.
    Attributes read(AttributeSchema schema, YamlMap written, Span missingAt) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (YamlMap.Entry entry : written.entries().values()) {
            Optional<Attribute> attribute = schema.find(entry.key());
            if (attribute.isEmpty()) {
                String message = "`" + impl + "` has no attribute `" + entry.key() + "`";
                String hint = Nearest.hint(entry.key(), schema.names());
                TopologyCode.UNKNOWN_ATTRIBUTE.report(problems, entry.keySpan(), message, hint);
            } else {
                value(attribute.get(), entry).ifPresent(value -> values.put(entry.key(), value));
            }
        }
        for (Attribute attribute : schema.attributes()) {
            if (written.entry(attribute.name()).isEmpty()) {
                absent(attribute, missingAt).ifPresent(value -> values.put(attribute.name(), value));
            }
        }
        return Attributes.of(values);
    }

    private Optional<?> absent(Attribute attribute, Span missingAt) {
        if (attribute.required()) {
            String message = "`" + impl + "` needs the attribute `" + attribute.name() + "`";
            String hint = attribute.doc() + ": " + attribute.type().expected();
            TopologyCode.MISSING_ATTRIBUTE.report(problems, missingAt, message, hint);
            return Optional.empty();
        }
        if (attribute.defaultText().isEmpty()) {
            return Optional.empty();
        }
        return value(attribute, new YamlScalar(attribute.defaultText(), false, missingAt), missingAt);
    }

    private Optional<?> value(Attribute attribute, YamlMap.Entry entry) {
        return value(attribute, entry.value(), entry.keySpan());
    }

    private Optional<?> value(Attribute attribute, YamlNode node, Span keySpan) {
        String expected = attribute.type().expected();
        return switch (attribute.type()) {
            case AttributeType.Time() -> QuantityTypes.ofNumber(node, problems, expected, Quantities::nanoseconds);
            case AttributeType.Rate() -> QuantityTypes.ofNumber(node, problems, expected, Quantities::bandwidth);
            case AttributeType.Frequency() -> QuantityTypes.ofNumber(node, problems, expected, Quantities::clock);
            case AttributeType.Count(long min, long max) ->
                scalar(node)
                        .flatMap(YamlScalar::asNumber)
                        .flatMap(YamlNumber::toLong)
                        .filter(number -> number >= min && number <= max)
                        .or(() -> wrong(attribute, node, ""));
            case AttributeType.Choice(List<String> words) -> {
                Optional<String> word = scalar(node).map(YamlScalar::text);
                yield word.filter(words::contains)
                        .or(() -> wrong(
                                attribute,
                                node,
                                word.map(text -> Nearest.hint(text, words)).orElse("")));
            }
            case AttributeType.Text() ->
                scalar(node).flatMap(YamlScalar::asText).or(() -> wrong(attribute, node, "put it in quotes"));
            case AttributeType.Flag() ->
                scalar(node).flatMap(YamlScalar::asBoolean).or(() -> wrong(attribute, node, ""));
            case AttributeType.Group(AttributeSchema schema) ->
                node instanceof YamlMap map ? Optional.of(read(schema, map, keySpan)) : wrong(attribute, node, "");
            case AttributeType.Table(List<String> keys) ->
                node instanceof YamlMap map ? Optional.of(table(attribute, keys, map)) : wrong(attribute, node, "");
        };
    }

    private Map<String, BigDecimal> table(Attribute attribute, List<String> keys, YamlMap map) {
        Map<String, BigDecimal> table = new LinkedHashMap<>();
        for (YamlMap.Entry entry : map.entries().values()) {
            if (keys.contains(entry.key())) {
                QuantityTypes.ofNumber(entry.value(), problems, "a positive number", Quantities::factor)
                        .ifPresent(number -> table.put(entry.key(), number));
            } else {
                String message = "`" + attribute.name() + "` of `" + impl + "` has no entry `" + entry.key() + "`";
                String hint = Nearest.hint(entry.key(), keys);
                TopologyCode.UNKNOWN_TABLE_KEY.report(problems, entry.keySpan(), message, hint);
            }
        }
        return table;
    }

    private <T> Optional<T> wrong(Attribute attribute, YamlNode node, String hint) {
        String message = "`" + attribute.name() + "` of `" + impl + "` must be "
                + attribute.type().expected() + ", found " + node.describe();
        TopologyCode.WRONG_ATTRIBUTE.report(problems, node.span(), message, hint);
        return Optional.empty();
    }

    private static Optional<YamlScalar> scalar(YamlNode node) {
        return node instanceof YamlScalar scalar ? Optional.of(scalar) : Optional.empty();
    }
}
