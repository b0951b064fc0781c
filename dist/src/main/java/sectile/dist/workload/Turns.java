package sectile.dist.workload;

/// Positions that come again and again.
///
/// @param every how far apart they are
/// @param first of them, less than `every`
record Turns(long every, long first) {
    /// The next of them, beginning with a position.
    long from(long position) {
        return position + Math.floorMod(first - position, every);
    }
}
