package sectile.python.format;

import sectile.python.syntax.Ast;
import sectile.python.value.Site;
import sectile.python.value.Text;

/// `{value!conversion:format}` of an f-string.
public final class FormattedValue {
    private FormattedValue() {}

    /// Whether the part shows what `repr` returns: if it is asked for, and in `{value=}` unless it is told otherwise.
    public static boolean isQuoted(Ast.Formatted part) {
        return part.conversion().equals("r")
                || (!part.label().isEmpty()
                        && part.conversion().isEmpty()
                        && part.format().isEmpty());
    }

    /// What is not supported about it, or empty.
    public static String unsupported(Ast.Formatted part) {
        if (part.format().contains("{")) {
            return "a computed format in an f-string";
        }
        return switch (part.conversion()) {
            case "", "r", "s" -> "";
            default -> "the conversion `!" + part.conversion() + "`";
        };
    }

    /// The text of the value.
    public static String text(Ast.Formatted part, Object value, Site site) {
        return Format.apply(
                isQuoted(part) ? Text.repr(value) : part.conversion().equals("s") ? Text.str(value) : value,
                part.format(),
                site);
    }
}
