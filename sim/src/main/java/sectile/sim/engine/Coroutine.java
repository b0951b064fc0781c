package sectile.sim.engine;

import java.util.function.Supplier;

/// Code that runs in pieces: until it suspends, and on from there when it is resumed.
public interface Coroutine {
    /// Runs the body until it suspends or ends; returns true when it has ended. What the body throws comes out here.
    boolean resume();

    /// Whether the body has ended, by itself, by an exception or by [#abort].
    boolean finished();

    /// Ends a suspended body: its [CoroutineFactory#suspend()] throws what `reason` gives, which is called on the
    /// body's own stack so
    /// that the exception shows where the body stood, and `finally` blocks run. A body that was never resumed ends
    /// without running. Returns normally
    /// when the body let that very exception out; any other exception comes out here. A body that catches it and
    /// suspends again
    /// gets it again.
    void abort(Supplier<? extends RuntimeException> reason);
}
