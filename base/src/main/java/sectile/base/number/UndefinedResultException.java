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
    private final int element;

    UndefinedResultException(Reason reason) {
        this(reason, 0);
    }

    UndefinedResultException(Reason reason, int element) {
        super(reason.text());
        this.reason = reason;
        this.element = element;
    }

    /// The position of the first such element in row-major order.
    public int element() {
        return element;
    }

    public Reason reason() {
        return reason;
    }
}
