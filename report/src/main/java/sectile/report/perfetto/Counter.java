package sectile.report.perfetto;

/// A value over time, drawn as steps.
public final class Counter {
    private final long id;
    private long last = Long.MIN_VALUE;

    Counter(long id) {
        this.id = id;
    }

    long id() {
        return id;
    }

    /// Notes a sample; samples of a counter come in order of time.
    void advance(long picoseconds) {
        if (picoseconds < last) {
            throw new IllegalArgumentException(
                    "a counter sample at " + picoseconds + " ps after one at " + last + " ps");
        }
        last = picoseconds;
    }
}
