package sectile.dist.algorithm;

/// Elements cut into parts that differ by at most one.
///
/// @param first element of part 0
record Parts(long first, long elements, int parts) {
    long start(int part) {
        return first + part * (elements / parts) + Math.min(part, elements % parts);
    }

    long count(int part) {
        return elements / parts + (part < elements % parts ? 1 : 0);
    }

    /// The size of the largest.
    long most() {
        return Math.ceilDiv(elements, (long) parts);
    }
}
