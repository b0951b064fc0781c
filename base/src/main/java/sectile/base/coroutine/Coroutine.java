package sectile.base.coroutine;

import java.util.function.Supplier;

/// Code that runs in pieces: until it suspends, and on from there when it is resumed.
public interface Coroutine {
    /// Runs the body until it suspends or ends; returns true when it has ended.
    ///
    /// What the body throws comes out here, with the stack of the body.
    ///
    /// @throws IllegalStateException if the body is running already or has ended
    boolean resume();

    /// Whether the body has ended: by itself, by an exception or by [#abort(Supplier)].
    boolean finished();

    /// Ends a suspended body.
    ///
    /// The [CoroutineFactory#suspend()] it waits in throws what `reason` returns. The supplier is called on the
    /// body's own stack, so the exception shows the line at which the body was waiting; `finally` blocks run as
    /// usual. A body that was never resumed ends without running and without a reason; one that has ended stays
    /// as it is.
    ///
    /// Returns when the body has let that exception out; any other exception comes out of here. A body that
    /// suspends on its way out gets the reason again at once, and an [AbortedError] if it insists.
    ///
    /// @throws IllegalStateException if the body is running, or cannot be ended because it catches everything
    void abort(Supplier<? extends RuntimeException> reason);
}
