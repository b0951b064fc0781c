package sectile.sim.engine;

/// Thrown into bodies that are still suspended when their factory closes.
final class ClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ClosedException() {
        super("the coroutine factory was closed");
    }
}
