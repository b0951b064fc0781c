package sectile.base.yaml;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;

/// How to read one node as a value. An implementation that gives nothing has reported why.
@FunctionalInterface
public interface YamlType<T> {
    Optional<T> read(YamlNode node, Diagnostics problems);

    /// Text; a number or truth value must be quoted to be text.
    static YamlType<String> text() {
        return (node, problems) -> scalar(
                node,
                problems,
                "text",
                node.describe().equals("nothing") ? "" : "put it in quotes",
                YamlScalar::asText);
    }

    /// An integer that fits 64 bits.
    static YamlType<Long> integer() {
        return (node, problems) -> scalar(
                node, problems, "an integer", "", scalar -> scalar.asNumber().flatMap(YamlNumber::toLong));
    }

    /// A number, exact as written, or `inf`.
    static YamlType<YamlNumber> number() {
        return (node, problems) -> scalar(node, problems, "a number", "", YamlScalar::asNumber);
    }

    static YamlType<Boolean> bool() {
        return (node, problems) ->
                scalar(node, problems, "true or false", "write `true` or `false`", YamlScalar::asBoolean);
    }

    static YamlType<YamlMap> map() {
        return (node, problems) -> node instanceof YamlMap map ? Optional.of(map) : wrong(node, problems, "a map", "");
    }

    /// A list whose items all have a type; every wrong item is reported.
    static <T> YamlType<List<T>> listOf(YamlType<T> type) {
        return (node, problems) -> {
            if (!(node instanceof YamlList list)) {
                return wrong(node, problems, "a list", node instanceof YamlScalar ? "write `[...]`" : "");
            }
            List<T> result = new ArrayList<>();
            for (YamlNode item : list.items()) {
                type.read(item, problems).ifPresent(result::add);
            }
            return result.size() == list.items().size() ? Optional.of(List.copyOf(result)) : Optional.empty();
        };
    }

    /// One of some words, in any case.
    static <T> YamlType<T> oneOf(List<T> values, Function<T, String> word) {
        return (node, problems) -> {
            List<String> words = values.stream().map(word).toList();
            if (!(node instanceof YamlScalar scalar) || scalar.isNothing()) {
                return wrong(node, problems, "one of: " + String.join(", ", words), "");
            }
            for (T value : values) {
                if (word.apply(value).equalsIgnoreCase(scalar.text())) {
                    return Optional.of(value);
                }
            }
            problems.error(
                    YamlCode.UNKNOWN_WORD,
                    node.span(),
                    "expected one of: " + String.join(", ", words) + "; found `" + scalar.text() + "`",
                    Nearest.of(scalar.text(), words)
                            .map(near -> "did you mean `" + near + "`?")
                            .orElse(""));
            return Optional.empty();
        };
    }

    /// A constant of an enum by its `toString()`, or, where that is the constant's name, by the name in lower
    /// case.
    static <E extends Enum<E>> YamlType<E> enumOf(Class<E> type) {
        return oneOf(
                Arrays.asList(type.getEnumConstants()),
                constant -> constant.toString().equals(constant.name())
                        ? constant.name().toLowerCase(Locale.ROOT)
                        : constant.toString());
    }

    private static <T> Optional<T> scalar(
            YamlNode node,
            Diagnostics problems,
            String expected,
            String hint,
            Function<YamlScalar, Optional<T>> conversion) {
        if (!(node instanceof YamlScalar scalar)) {
            return wrong(node, problems, expected, "");
        }
        Optional<T> value = conversion.apply(scalar);
        return value.isPresent() ? value : wrong(node, problems, expected, hint);
    }

    private static <T> Optional<T> wrong(YamlNode node, Diagnostics problems, String expected, String hint) {
        problems.error(YamlCode.WRONG_TYPE, node.span(), "expected " + expected + ", found " + node.describe(), hint);
        return Optional.empty();
    }
}
