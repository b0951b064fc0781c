package sectile.script;

import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.script.code.Module;
import sectile.script.value.Text;

/// Values as text: what a command line gives, and what a launch carries for values that are neither numbers nor
/// strings.
public final class Literals {
    /// A literal, and a result, that 64 bits do not hold.
    private static final List<String> TOO_LARGE = List.of("LANG-106", "TL-203");

    private static final String MARK = "=";
    /// What `repr` shows for floats without digits.
    private static final String PRELUDE = "inf = float('inf')\nnan = float('nan')\nvalue = ";

    private Literals() {}

    /// The value of an expression without variables, like `(4, 8)`; empty if it is none.
    public static Optional<Object> parse(String text) {
        return parse(text, new Diagnostics());
    }

    /// The same, with what is wrong with it.
    private static Optional<Object> parse(String text, Diagnostics problems) {
        return Module.read(new SourceFile("literal", PRELUDE + text), problems)
                .constantInto("value", problems)
                .filter(value -> !problems.hasErrors());
    }

    /// Whether a text would be a value if ints had more than 64 bits.
    public static boolean isTooLarge(String text) {
        Diagnostics problems = new Diagnostics();
        return parse(text, problems).isEmpty()
                && problems.all().stream().anyMatch(problem -> TOO_LARGE.contains(problem.code()));
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
