package sectile.python.builtin;

import java.util.Map;
import sectile.python.value.Ints;

/// The methods of ints and floats.
final class NumberMethods {
    static final Map<String, Method<Object>> OF_INTS = Map.of(
            "bit_length",
            new Method<>("bit_length", 0, 0, (number, a, site) ->
                    (long) Ints.big(number).abs().bitLength()),
            "bit_count",
            new Method<>("bit_count", 0, 0, (number, a, site) ->
                    (long) Ints.big(number).abs().bitCount()));
    static final Map<String, Method<Double>> OF_FLOATS = Map.of(
            "is_integer",
            new Method<>(
                    "is_integer", 0, 0, (number, a, site) -> Double.isFinite(number) && number == Math.rint(number)));

    private NumberMethods() {}
}
