package sectile.sim.fabric;

/// The way from one place to another, reduced to what costs time.
///
/// Links of infinite rate cannot be a bottleneck: only their latency is kept, added to the delays between the
/// links that can.
public final class Route {
    final Link[] links;
    /// Picoseconds of latency and node overhead before link i; the last entry is what remains after the last link.
    final long[] delaysPs;

    Route(Link[] links, long[] delaysPs) {
        if (delaysPs.length != links.length + 1) {
            throw new IllegalArgumentException(links.length + " links need one more delay, not " + delaysPs.length);
        }
        this.links = links;
        this.delaysPs = delaysPs;
    }

    /// All overheads and latencies of the route.
    public long delayPs() {
        long sum = 0;
        for (long delay : delaysPs) {
            sum += delay;
        }
        return sum;
    }

    /// Fabric time one byte needs on the slowest link; 0 when no link is finite.
    public long slowestUnitsPerByte() {
        long slowest = 0;
        for (Link link : links) {
            slowest = Math.max(slowest, link.unitsPerByte());
        }
        return slowest;
    }

    /// What a transfer costs that meets nobody: `Σ overhead + Σ latency + n / min(bandwidth)`.
    public long uncongestedPs(long bytes) {
        return delayPs() + Units.ceilPicoseconds(Units.after(0, bytes, slowestUnitsPerByte()));
    }

    /// The finite links in order.
    public java.util.List<Link> links() {
        return java.util.List.of(links);
    }
}
