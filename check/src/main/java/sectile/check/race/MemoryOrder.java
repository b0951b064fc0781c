package sectile.check.race;

/// What a signal orders.
public enum MemoryOrder {
    /// A signal passes on all that its actor did before: what the language promises.
    STRONG("strong"),
    /// A signal may overtake data that its sender wrote before, unless a fence or the end of the transfer is between
    /// the two: what hardware does, so lowered programs and kernels must be right in it.
    SILICON("silicon");

    private final String text;

    MemoryOrder(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
