package sectile.dist.limit;

import sectile.sim.topology.CutMark;

/// Why no algorithm can be faster than a time.
///
/// @param boundPs the time, in picoseconds
/// @param latency whether the way between ranks is what takes it, and not the bytes
/// @param bottleneck what limits large arrays
public record Certificate(long boundPs, boolean latency, Bottleneck bottleneck) {
    /// `the 4 links around SIPs 0, 1, 2`.
    public String limitedBy() {
        return latency ? "the latency between the ranks farthest apart" : bottleneck.describe();
    }

    /// The cut for a drawing; nothing where latency is what counts.
    public CutMark mark() {
        return latency || bottleneck.links().isEmpty() ? CutMark.NONE : bottleneck.mark();
    }
}
