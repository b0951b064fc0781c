package sectile.dist.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// A machine whose SIPs are joined at random, with links of different rates.
final class RandomGraph {
    private final SplittableRandom random;
    private final int sips;
    private final List<String> pairs = new ArrayList<>();
    private final List<String> different = new ArrayList<>();
    private final List<String> speeds = new ArrayList<>();

    /// @param half how many of ten links are half duplex
    RandomGraph(SplittableRandom random, int sips, int half) {
        this.random = random;
        this.sips = sips;
        for (int b = 1; b < sips; b++) {
            int parent = random.nextInt(b);
            for (int a = 0; a < b; a++) {
                if (a == parent || random.nextInt(3) == 0) {
                    pairs.add("[" + a + ", " + b + "]");
                    different.add("{ between: [" + a + ", " + b + "], bandwidth_gbs: " + (1 + random.nextInt(20))
                            + ", duplex: " + (random.nextInt(10) < half ? "half" : "full") + " }");
                }
            }
        }
    }

    int sips() {
        return sips;
    }

    /// Makes what leaves a SIP slower or faster than what comes to it.
    void speed(int sip) {
        speeds.add("{ of: sip" + sip + ", part: sip_sip, speed: " + (2 + random.nextInt(14)) / 10.0 + " }");
    }

    /// @param gateway GB/s at which messages leave and enter a SIP
    Topology machine(String gateway) {
        return Topologies.preset(
                "flat",
                List.of(
                        "system.sips={ count: " + sips + ", topology: graph, join: direct, pairs: " + pairs + " }",
                        "system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }",
                        "system.links.different=" + different,
                        "sip.links.io_noc={ bandwidth_gbs: " + gateway + ", latency_ns: 1 }",
                        "speeds=" + speeds));
    }
}
