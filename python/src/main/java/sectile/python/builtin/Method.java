package sectile.python.builtin;

import sectile.python.value.Site;

/// A method of one of Python's types.
///
/// @param least how many arguments it takes at least, `most` at most
record Method<T>(String name, int least, int most, Body<T> body) {
    @FunctionalInterface
    interface Body<T> {
        Object call(T owner, Object[] arguments, Site site);
    }
}
