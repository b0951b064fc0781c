package sectile.script;

import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.python.value.Text;
import sectile.script.code.Module;

/// Values as text: what a command line gives, and what a launch carries for values that are neither numbers nor
/// strings.
public final class Literals {
    private static final String MARK = "=";
    /// What `repr` shows for floats without digits.
    private static final String PRELUDE = "inf = float('inf')\nnan = float('nan')\nvalue = ";

    private Literals() {}

    /// The value of an expression without variables, like `(4, 8)`; empty if it is not one.
    public static Optional<Object> parse(String text) {
        Diagnostics problems = new Diagnostics();
        return Module.read(new SourceFile("literal", PRELUDE + text), problems)
                .constantInto("value", problems)
                .filter(value -> !problems.hasErrors());
    }

    /// A value as an argument of a launch: a long, a double or a string.
    public static Object encode(Object value) {
        if (value instanceof Long || value instanceof Double) {
            return value;
        }
        return value instanceof String text && !text.startsWith(MARK) ? text : MARK + Text.repr(value);
    }

    /// What [#encode] was given.
    public static Object decode(Object value) {
        return value instanceof String text && text.startsWith(MARK)
                ? parse(text.substring(MARK.length())).orElse(text)
                : value;
    }
}
