package sectile.script.code;

import sectile.base.diag.Span;
import sectile.python.value.Ints;
import sectile.script.problem.Place;

/// Numbers as operations of the machine take them.
final class Numbers {
    private Numbers() {}

    /// A float as a `Double`, an int or a bool as a `Long`, which keeps its 64 bits.
    static Number of(Object value, Span at) {
        return value instanceof Double number
                ? (Number) number
                : (Number) Ints.small(value, "a number of an operation", Place.at(at));
    }
}
