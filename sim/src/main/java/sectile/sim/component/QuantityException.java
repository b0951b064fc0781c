package sectile.sim.component;

/// A text that is not the quantity it should be, with what was found, what was expected and a hint (`""` if there
/// is none).
public final class QuantityException extends Exception {
    private static final long serialVersionUID = 1L;

    /// What is wrong, so that each has a diagnostic code of its own.
    public enum Reason {
        /// Not a quantity of this sort at all.
        MALFORMED,
        /// Zero or negative where only positive makes sense.
        NOT_POSITIVE,
        /// Negative where zero would do.
        NEGATIVE,
        /// A time with a fraction of a picosecond.
        TOO_FINE,
        /// Too large or too small to be held exactly.
        OUT_OF_RANGE
    }

    private final Reason reason;
    private final String hint;

    QuantityException(Reason reason, String message, String hint) {
        super(message);
        this.reason = reason;
        this.hint = hint;
    }

    public Reason reason() {
        return reason;
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    public String hint() {
        return hint;
    }
}
