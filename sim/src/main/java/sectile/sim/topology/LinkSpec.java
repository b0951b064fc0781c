package sectile.sim.topology;

import java.util.Objects;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.Quantities;

/// What every link of a kind is like.
public record LinkSpec(LinkKind kind, Bandwidth bandwidth, long latencyPs, Duplex duplex) {
    public LinkSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(bandwidth, "bandwidth");
        Objects.requireNonNull(duplex, "duplex");
        if (latencyPs < 0) {
            throw new IllegalArgumentException("negative latency " + latencyPs + " ps of " + kind.text());
        }
    }

    /// `512 GB/s · 4 ns`, and `half duplex` where that is so.
    public String summary() {
        String shared = duplex == Duplex.HALF ? " · half duplex" : "";
        return bandwidth + " · " + Quantities.nanosecondsText(latencyPs) + shared;
    }
}
