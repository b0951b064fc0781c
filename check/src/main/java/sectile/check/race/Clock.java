package sectile.check.race;

import java.util.Arrays;

/// A vector clock: for every actor how much of what it did is known to have happened.
final class Clock {
    private int[] known = {};

    /// The epoch of an actor that is known.
    int of(int actor) {
        return actor < known.length ? known[actor] : 0;
    }

    void set(int actor, int epoch) {
        if (actor >= known.length) {
            known = Arrays.copyOf(known, Math.max(actor + 1, known.length * 2));
        }
        known[actor] = epoch;
    }

    /// Adds all that another clock knows.
    void join(Clock other) {
        if (other.known.length > known.length) {
            known = Arrays.copyOf(known, other.known.length);
        }
        for (int i = 0; i < other.known.length; i++) {
            known[i] = Math.max(known[i], other.known[i]);
        }
    }

    Clock copy() {
        var copy = new Clock();
        copy.known = known.clone();
        return copy;
    }
}
