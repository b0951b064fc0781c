package sectile.sim.machine;

/// Something the host has asked for and that takes simulated time.
public interface Pending {
    /// Whether the host knows that it is done.
    boolean isDone();

    /// Runs an action when it is done, at once if it is; after those asked for before.
    void whenDone(Runnable action);

    /// What an implementation keeps to run later: nothing but `before` when it is done already.
    static Runnable after(boolean done, Runnable before, Runnable action) {
        if (done) {
            action.run();
            return before;
        }
        return () -> {
            before.run();
            action.run();
        };
    }
}
