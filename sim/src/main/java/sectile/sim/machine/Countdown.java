package sectile.sim.machine;

/// Counts completions down and acts on the last; with nothing to wait for it acts at once.
final class Countdown {
    private int left;
    private final Runnable last;

    Countdown(int left, Runnable last) {
        this.left = left;
        this.last = last;
        if (left == 0) {
            last.run();
        }
    }

    void one() {
        if (--left == 0) {
            last.run();
        }
    }
}
