package sectile.base.quantity;

/// What the values of a column are.
public enum Unit {
    /// Words, aligned to the left.
    TEXT(""),
    /// Whole things, with digits in groups of three.
    COUNT(""),
    /// Any number, with up to four significant digits.
    NUMBER(""),
    /// Simulated time: shown in ps, ns, µs, ms or s.
    PICOSECONDS("ps"),
    /// Shown in B, KiB, MiB, GiB or TiB.
    BYTES("B"),
    /// Shown in B/s, kB/s, MB/s, GB/s or TB/s, decimal as links are sold.
    BYTES_PER_SECOND("B/s"),
    /// Shown in OP/s, kOP/s, MOP/s, GOP/s, TOP/s or POP/s.
    OPERATIONS_PER_SECOND("OP/s"),
    /// Shown in pJ, nJ, µJ, mJ or J.
    PICOJOULES("pJ"),
    /// A part of one, shown in percent.
    RATIO("ratio");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
    }

    /// What the bare number counts, as the CSV header says; empty if nothing needs saying.
    public String symbol() {
        return symbol;
    }

    /// A number for people.
    public String format(double value) {
        return switch (this) {
            case TEXT -> throw new IllegalStateException("a number in a column of text");
            case COUNT -> Units.count(Math.round(value));
            case NUMBER -> Units.number(value);
            case PICOSECONDS -> Units.time(value);
            case BYTES -> Units.bytes(value);
            case BYTES_PER_SECOND -> Units.rate(value);
            case OPERATIONS_PER_SECOND -> Units.operationRate(value);
            case PICOJOULES -> Units.energy(value);
            case RATIO -> Units.percent(value);
        };
    }
}
