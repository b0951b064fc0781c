package sectile.sim.fabric;

import java.util.ArrayList;
import java.util.List;

/// The way from one place to another, reduced to what costs time.
///
/// Links of infinite rate cannot be a bottleneck: only their latency is kept, added to the delays between the
/// links that can.
///
/// A route is its own first step; those after it are found from there. What a chunk on its way needs is all in the step
/// it makes, so that it fetches one object per link: a machine of many PEs spends its time on that.
public final class Route extends Hop {
    /// @param delaysPs latency and node overhead before each link, and after the last one
    Route(Link[] links, long[] delaysPs) {
        this(links, delaysPs, end(delaysPs[delaysPs.length - 1]));
    }

    /// @param end the last step, which routes may share
    Route(Link[] links, long[] delaysPs, Hop end) {
        if (delaysPs.length != links.length + 1) {
            throw new IllegalArgumentException(links.length + " links need one more delay, not " + delaysPs.length);
        }
        super(
                Units.ofPicoseconds(delaysPs[0]),
                links.length == 0 ? null : links[0],
                links.length == 0 ? null : afterFirst(links, delaysPs, end));
    }

    /// The step to a destination.
    static Hop end(long delayPs) {
        return new Hop(Units.ofPicoseconds(delayPs), null, null);
    }

    private static Hop afterFirst(Link[] links, long[] delaysPs, Hop end) {
        Hop hop = end;
        for (int i = links.length - 1; i > 0; i--) {
            hop = new Hop(Units.ofPicoseconds(delaysPs[i]), links[i], hop);
        }
        return hop;
    }

    /// Whether no finite link is in the way.
    boolean isDirect() {
        return link() == null;
    }

    /// Whether bytes whose source has them at once take no time at all.
    public boolean isInstant() {
        return isDirect() && delayUnits() == 0;
    }

    /// All overheads and latencies of the route.
    public long delayPs() {
        long sum = 0;
        for (Hop hop = this; hop != null; hop = hop.next()) {
            sum += hop.delayUnits();
        }
        return Units.ceilPicoseconds(sum);
    }

    /// Fabric time one byte needs on the slowest link; 0 when no link is finite.
    public long slowestUnitsPerByte() {
        long slowest = 0;
        for (Link link : links()) {
            slowest = Math.max(slowest, link.unitsPerByte());
        }
        return slowest;
    }

    /// What a transfer costs that meets no other: `Σ overhead + Σ latency + n / min(bandwidth)`.
    public long uncongestedPs(long bytes) {
        return delayPs() + Units.ceilPicoseconds(Units.after(0, bytes, slowestUnitsPerByte()));
    }

    /// The finite links in order.
    public List<Link> links() {
        List<Link> links = new ArrayList<>();
        for (Hop hop = this; hop != null; hop = hop.next()) {
            Link link = hop.link();
            if (link != null) {
                links.add(link);
            }
        }
        return links;
    }
}
