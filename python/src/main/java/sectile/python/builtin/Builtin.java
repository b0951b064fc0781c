package sectile.python.builtin;

import java.util.List;
import sectile.python.value.Site;

/// A function of Python.
///
/// @param least how many arguments it takes at least, `most` at most
/// @param positional how many of them may be given by position
/// @param keywords names of the arguments that may be given by name, from the last position backwards
public record Builtin(String name, int least, int most, int positional, List<String> keywords, Body body) {
    /// As many arguments as there are.
    static final int MANY = Integer.MAX_VALUE;

    @FunctionalInterface
    public interface Body {
        Object call(Object[] arguments, Site site);
    }

    /// A function without names for its arguments.
    static Builtin of(String name, int least, int most, Body body) {
        return new Builtin(name, least, most, most, List.of(), body);
    }
}
