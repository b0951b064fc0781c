package sectile.base.number;

/// An integer function has no result for its operands.
public final class UndefinedResultException extends ArithmeticException {
    private static final long serialVersionUID = 1;

    /// Why there is none.
    public enum Reason {
        DIVISION_BY_ZERO("division by zero"),
        NEGATIVE_EXPONENT("an integer to a negative power");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    private final Reason reason;

    UndefinedResultException(Reason reason) {
        super(reason.text());
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
