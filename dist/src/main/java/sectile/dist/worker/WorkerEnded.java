package sectile.dist.worker;

/// Thrown into a worker that waits, to end it because another one failed.
final class WorkerEnded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WorkerEnded() {
        super("another rank failed");
    }
}
