package sectile.check.race;

import java.util.Arrays;

/// A vector clock: for every actor how much of what it did is known to have happened.
final class Clock {
    private int[] known = {};
    /// Whether another clock uses the same array, so that a change needs a new one.
    private boolean shared;

    /// The epoch of an actor that is known.
    int of(int actor) {
        return actor < known.length ? known[actor] : 0;
    }

    boolean isEmpty() {
        return known.length == 0;
    }

    void set(int actor, int epoch) {
        own(actor >= known.length ? Math.max(actor + 1, known.length * 2) : known.length);
        known[actor] = epoch;
    }

    /// Adds all that another clock knows.
    void join(Clock other) {
        own(Math.max(known.length, other.known.length));
        for (int i = 0; i < other.known.length; i++) {
            known[i] = Math.max(known[i], other.known[i]);
        }
    }

    private void own(int length) {
        if (shared || length > known.length) {
            known = Arrays.copyOf(known, length);
            shared = false;
        }
    }

    /// The same knowledge; costs nothing until one of the two changes.
    Clock copy() {
        shared = true;
        var copy = new Clock();
        copy.known = known;
        copy.shared = true;
        return copy;
    }
}
