package sectile.sim.topology;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.base.yaml.YamlNode;
import sectile.base.yaml.YamlNumber;
import sectile.base.yaml.YamlScalar;
import sectile.base.yaml.YamlType;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.Quantities;
import sectile.sim.component.QuantityException;

/// How times, rates and sizes are written in a file.
final class QuantityTypes {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("([0-9]+(?:[.][0-9]+)?) *[A-Za-zµ/]+");

    private QuantityTypes() {}

    /// Makes a quantity of a number.
    interface Conversion<S, T> {
        T convert(S value) throws QuantityException;
    }

    static YamlType<Long> time() {
        return (node, problems) -> ofNumber(node, problems, "a time in ns", Quantities::nanoseconds);
    }

    static YamlType<Bandwidth> bandwidth() {
        return (node, problems) -> ofNumber(node, problems, "a bandwidth in GB/s or `inf`", Quantities::bandwidth);
    }

    /// A size in bytes.
    static YamlType<Long> size() {
        return (node, problems) -> {
            if (!(node instanceof YamlScalar scalar) || scalar.isNothing()) {
                return malformed(node, problems, "a size", "write whole bytes, or a number with a unit like 48GiB");
            }
            return converted(scalar.text(), node.span(), problems, Quantities::bytes);
        };
    }

    /// A number of something else than these; `expected` completes "expected …".
    static <T> Optional<T> ofNumber(
            YamlNode node, Diagnostics problems, String expected, Conversion<YamlNumber, T> conversion) {
        Optional<YamlNumber> number = node instanceof YamlScalar scalar ? scalar.asNumber() : Optional.empty();
        return number.isEmpty()
                ? malformed(node, problems, expected, plainNumber(node))
                : converted(number.get(), node.span(), problems, conversion);
    }

    /// For `128GB/s` or `25 ns`: the unit is part of the key.
    private static String plainNumber(YamlNode node) {
        Matcher number = NUMBER_AND_UNIT.matcher(node instanceof YamlScalar scalar ? scalar.text() : "");
        return number.matches() ? "write " + number.group(1) + ": the key says the unit" : "";
    }

    /// Converts a value and reports what prevents it.
    static <S, T> Optional<T> converted(S value, Span span, Diagnostics problems, Conversion<S, T> conversion) {
        try {
            return Optional.of(conversion.convert(value));
        } catch (QuantityException e) {
            code(e).report(problems, span, e.message(), e.hint());
            return Optional.empty();
        }
    }

    private static <T> Optional<T> malformed(YamlNode node, Diagnostics problems, String expected, String hint) {
        String message = "expected " + expected + ", found " + node.describe();
        TopologyCode.MALFORMED_QUANTITY.report(problems, node.span(), message, hint);
        return Optional.empty();
    }

    private static TopologyCode code(QuantityException e) {
        return switch (e.reason()) {
            case MALFORMED -> TopologyCode.MALFORMED_QUANTITY;
            case NOT_POSITIVE -> TopologyCode.RATE_NOT_POSITIVE;
            case NEGATIVE -> TopologyCode.NEGATIVE_TIME;
            case TOO_FINE -> TopologyCode.TIME_TOO_FINE;
            case OUT_OF_RANGE -> TopologyCode.QUANTITY_OUT_OF_RANGE;
        };
    }
}
