package sectile.sim.machine;

/// Addresses for the values of one PE's kernels: the usable TCM, round and round. Values do not change once made, so an
/// address only tells a reader where a value of this size would lie.
final class Scratch {
    private final long base;
    private final long room;
    private long next;

    /// @param base where the TCM begins, and `room` how many of its bytes are usable
    Scratch(long base, long room) {
        this.base = base;
        this.room = room;
    }

    long address(long bytes) {
        if (bytes > room) {
            throw Errors.tooLargeForTcm(bytes, room);
        }
        if (next + bytes > room) {
            next = 0;
        }
        long address = base + next;
        next += bytes;
        return address;
    }
}
