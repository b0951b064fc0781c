package sectile.check;

/// What is known about a program.
public enum Verdict {
    /// Every order was explored, up to equivalence, and none has a mistake.
    PROVED("proved"),
    /// No mistake in the orders that were run; others may have one.
    NOT_FOUND("not found"),
    /// There is a mistake, and an order that shows it.
    FOUND("found");

    private final String text;

    Verdict(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
