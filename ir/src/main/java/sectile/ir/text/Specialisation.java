package sectile.ir.text;

import java.util.Map;
import sectile.ir.expr.Type;

/// What a run knows that the text leaves open: the program and its entry, types of its arguments by name, values of
/// constants and of parameters of factories, and where imported files are.
///
/// `program` and `entry` may be empty; then the file has to leave no choice.
public record Specialisation(
        String program,
        String entry,
        Map<String, Type> arguments,
        Map<String, Object> constants,
        Siblings siblings,
        boolean partial) {
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

    public Specialisation(String entry, Map<String, Type> arguments, Map<String, Object> constants) {
        this("", entry, arguments, constants, Siblings.NONE, false);
    }

    /// For one of several programs of a file.
    public Specialisation withProgram(String name) {
        return new Specialisation(name, entry, arguments, constants, siblings, partial);
    }

    /// With other types of arguments.
    public Specialisation withArguments(Map<String, Type> types) {
        return new Specialisation(program, entry, types, constants, siblings, partial);
    }

    /// With files that may be imported.
    public Specialisation withSiblings(Siblings files) {
        return new Specialisation(program, entry, arguments, constants, files, partial);
    }

    /// For a check: a function whose shapes nobody knows is checked as far as possible, with a warning that says what
    /// was left open.
    public Specialisation asPartial() {
        return new Specialisation(program, entry, arguments, constants, siblings, true);
    }
}
