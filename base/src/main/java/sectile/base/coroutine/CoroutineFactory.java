package sectile.base.coroutine;

/// Makes coroutines that take turns: the code that resumes one waits until it suspends or ends.
///
/// A factory belongs to one thread of control at a time, which is that of its engine. Bodies may resume other bodies.
public sealed interface CoroutineFactory extends AutoCloseable permits Coroutines {
    /// A body that begins to run when it is resumed for the first time.
    Coroutine create(Runnable body);

    /// Suspends the body that calls this; returns when it is resumed.
    ///
    /// @throws IllegalStateException outside a body of this factory, or where the body cannot suspend
    void suspend();

    /// Runs `loop`, which resumes coroutines, where resuming costs least: with continuations right here, with virtual
    /// threads on a virtual thread of its own. Returns when it has ended; what it throws comes out here.
    void drive(Runnable loop);

    /// Aborts every body that has begun and not ended, in the order they began, and refuses to run any further one.
    ///
    /// An exception out of a body does not keep the others from being ended; the first one comes out here.
    @Override
    void close();
}
