package sectile.python.value;

/// The place in a program at which a value is computed. A dialect implements it: it knows the position, turns a
/// [Fault] into a diagnostic with a code of its own, and knows the values that only it has ("foreign" below), such as
/// handles and run-time values.
public interface Site {
    /// The exception to throw.
    ///
    /// @param hint what to do about it, or empty
    RuntimeException fault(Fault fault, String message, String hint);

    default RuntimeException fault(Fault fault, String message) {
        return fault(fault, message, "");
    }

    /// What messages call a foreign value, with its article: `a handle`.
    default String kind(Object foreign) {
        return foreign.getClass().getSimpleName();
    }

    /// What to use instead of `operation` on a foreign value, or empty.
    default String hint(String operation, Object foreign) {
        return "";
    }

    /// Whether a foreign value counts as true.
    default boolean truth(Object foreign) {
        throw fault(Fault.TYPE, kind(foreign) + " is neither true nor false", "compare it with something");
    }

    /// `a + b`, one of them foreign.
    default Object sum(Object a, Object b) {
        throw fault(Fault.TYPE, "`+` does not apply to " + Values.kind(a, this) + " and " + Values.kind(b, this));
    }
}
