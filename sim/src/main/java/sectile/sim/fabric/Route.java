package sectile.sim.fabric;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The way from one place to another, reduced to what costs time.
///
/// Links of infinite rate cannot be a bottleneck: only their latency is kept, added to the delays between the
/// links that can.
public final class Route {
    private final Link[] links;
    /// Latency and node overhead before link i; the last entry is what remains after the last link. In fabric units.
    private final long[] delays;

    // The beginning of both again, and their length: most routes of a flat machine need nothing else, and a machine of
    // many PEs spends its time on fetching objects.
    private final int hops;
    private final @Nullable Link firstLink;
    private final long firstDelay;
    private final long secondDelay;

    Route(Link[] links, long[] delaysPs) {
        if (delaysPs.length != links.length + 1) {
            throw new IllegalArgumentException(links.length + " links need one more delay, not " + delaysPs.length);
        }
        this.links = links;
        this.delays = new long[delaysPs.length];
        for (int i = 0; i < delays.length; i++) {
            delays[i] = Units.ofPicoseconds(delaysPs[i]);
        }
        this.hops = links.length;
        this.firstLink = hops == 0 ? null : links[0];
        this.firstDelay = delays[0];
        this.secondDelay = hops == 0 ? 0 : delays[1];
    }

    /// The number of finite links.
    int hops() {
        return hops;
    }

    Link link(int hop) {
        Link first = firstLink;
        return hop == 0 && first != null ? first : links[hop];
    }

    /// What is spent before the link of a hop, in fabric units.
    long delayUnits(int hop) {
        return hop == 0 ? firstDelay : hop == 1 ? secondDelay : delays[hop];
    }

    /// Whether bytes whose source has them at once take no time at all.
    public boolean isInstant() {
        return hops == 0 && firstDelay == 0;
    }

    /// All overheads and latencies of the route.
    public long delayPs() {
        long sum = 0;
        for (long delay : delays) {
            sum += delay;
        }
        return Units.ceilPicoseconds(sum);
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
    public List<Link> links() {
        return List.of(links);
    }
}
