package sectile.ir.text;

import java.util.Map;
import sectile.ir.expr.Type;

/// What a run knows that the text leaves open: the entry, types of its arguments by name, and values of constants.
///
/// `entry` may be empty; then the program has to tell.
public record Specialisation(String entry, Map<String, Type> arguments, Map<String, Object> constants) {
    public static final Specialisation NONE = new Specialisation("", Map.of(), Map.of());

    public Specialisation {
        arguments = Map.copyOf(arguments);
        constants = Map.copyOf(constants);
        for (Object value : constants.values()) {
            if (!(value instanceof Long
                    || value instanceof Double
                    || value instanceof Boolean
                    || value instanceof String)) {
                throw new IllegalArgumentException("a constant is a Long, Double, Boolean or String, found " + value);
            }
        }
    }
}
