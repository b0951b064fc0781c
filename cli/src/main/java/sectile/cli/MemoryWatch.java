package sectile.cli;

/// Knows whether the heap is full of things in use.
///
/// What is in use is known after a collection only. One is asked for when the heap looks full, and seldom enough that
/// collections take a small share of the time.
final class MemoryWatch {
    private static final double FULL = 0.9;
    private static final long REST_FACTOR = 20;

    private final long limit;
    private long restUntil = System.nanoTime();

    MemoryWatch(long limit) {
        this.limit = (long) (limit * FULL);
    }

    boolean isFull() {
        long now = System.nanoTime();
        if (used() <= limit || now - restUntil < 0) {
            return false;
        }
        System.gc();
        long after = System.nanoTime();
        restUntil = after + (after - now) * REST_FACTOR;
        return used() > limit;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
