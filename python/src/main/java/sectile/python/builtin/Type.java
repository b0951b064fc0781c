package sectile.python.builtin;

import java.util.Locale;
import java.util.Optional;
import sectile.python.value.DictValue;
import sectile.python.value.Ints;
import sectile.python.value.ListValue;
import sectile.python.value.TupleValue;

/// The types that `isinstance` can ask for.
public enum Type {
    INT,
    FLOAT,
    BOOL,
    STR,
    TUPLE,
    LIST,
    DICT;

    public static Optional<Type> parse(String name) {
        for (Type type : values()) {
            if (type.text().equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Whether a value is of this type; a bool is an int, too.
    public boolean accepts(Object value) {
        return switch (this) {
            case INT -> Ints.isInt(value);
            case FLOAT -> value instanceof Double;
            case BOOL -> value instanceof Boolean;
            case STR -> value instanceof String;
            case TUPLE -> value instanceof TupleValue;
            case LIST -> value instanceof ListValue;
            case DICT -> value instanceof DictValue;
        };
    }
}
