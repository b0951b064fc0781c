package sectile.dist.algorithm;

/// Elements cut into parts that differ by at most one.
final class Parts implements Cut {
    private final long first;
    private final int parts;
    /// What every part has, and how many parts have one more. Kept, because kernels ask for every message.
    private final long least;

    private final long larger;

    /// @param first element of part 0
    Parts(long first, long elements, int parts) {
        this.first = first;
        this.parts = parts;
        this.least = elements / parts;
        this.larger = elements % parts;
    }

    @Override
    public int parts() {
        return parts;
    }

    long elements() {
        return least * parts + larger;
    }

    @Override
    public long start(int part) {
        return first + part * least + Math.min(part, larger);
    }

    @Override
    public long count(int part) {
        return least + (part < larger ? 1 : 0);
    }

    @Override
    public long most() {
        return count(0);
    }
}
