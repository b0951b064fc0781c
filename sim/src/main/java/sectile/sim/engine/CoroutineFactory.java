package sectile.sim.engine;

/// Makes coroutines that take turns on one thread of control: whoever resumes one waits until it suspends or ends.
public interface CoroutineFactory extends AutoCloseable {
    Coroutine create(Runnable body);

    /// Suspends the body that calls this.
    ///
    /// @throws IllegalStateException outside any body of this factory
    void suspend();

    /// Lets go of every body that is still suspended; what would outlive the factory (a thread) is ended.
    @Override
    void close();
}
