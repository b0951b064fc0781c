package sectile.dist.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.dist.ccl.Collective;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// More of a resource never makes the bound of a collective worse, whatever the machine is.
final class MoreIsNotWorseTest {
    private static final int MACHINES = 40;

    /// A machine by the numbers that may become better.
    private record Settings(
            String arrangement, double sipGbs, double ioGbs, double switchGbs, int sipNs, String ioCubes) {
        Topology machine() {
            return Topologies.preset(
                    "small",
                    List.of(
                            "system.sips=" + arrangement,
                            "system.links.sip_sip={bandwidth_gbs: " + sipGbs + ", latency_ns: " + sipNs + "}",
                            "system.links.switch_sip={bandwidth_gbs: " + switchGbs + ", latency_ns: " + sipNs + "}",
                            "sip.links.io_noc={bandwidth_gbs: " + ioGbs + ", latency_ns: 1}",
                            "sip.io_cube=" + ioCubes));
        }

        /// Each number better, one at a time.
        List<Settings> better(double factor) {
            return List.of(
                    new Settings(arrangement, sipGbs * factor, ioGbs, switchGbs, sipNs, ioCubes),
                    new Settings(arrangement, sipGbs, ioGbs * factor, switchGbs, sipNs, ioCubes),
                    new Settings(arrangement, sipGbs, ioGbs, switchGbs * factor, sipNs, ioCubes),
                    new Settings(arrangement, sipGbs, ioGbs, switchGbs, sipNs / 2, ioCubes),
                    new Settings(arrangement, sipGbs, ioGbs, switchGbs, sipNs, "[0, 1, 2, 3]"));
        }
    }

    private static String arrangement(Random random) {
        int w = 1 + random.nextInt(4);
        int h = 1 + random.nextInt(4);
        String join = random.nextBoolean() ? "direct" : "switch";
        return switch (random.nextInt(4)) {
            case 0 -> "{count: " + (2 + random.nextInt(9)) + ", topology: ring_1d, join: " + join + "}";
            case 1 ->
                "{count: " + w * h + ", topology: torus_2d, join: " + join + ", shape: {w: " + w + ", h: " + h + "}}";
            case 2 ->
                "{count: " + w * h + ", topology: mesh_2d_no_wrap, join: " + join + ", shape: {w: " + w + ", h: " + h
                        + "}}";
            default -> graph(random);
        };
    }

    /// A ring with some links across.
    private static String graph(Random random) {
        int count = 4 + random.nextInt(4);
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pairs.add("[" + i + ", " + (i + 1) % count + "]");
        }
        for (int i = 0; i < count - 2; i++) {
            if (random.nextBoolean()) {
                pairs.add("[" + i + ", " + (i + 2) + "]");
            }
        }
        return "{count: " + count + ", topology: graph, join: direct, pairs: [" + String.join(", ", pairs) + "]}";
    }

    @Test
    void boundsDoNotRise() {
        Random random = new Random(19);
        for (int i = 0; i < MACHINES; i++) {
            Settings settings = new Settings(
                    arrangement(random),
                    1 + random.nextInt(400),
                    1 + random.nextInt(400),
                    1 + random.nextInt(400),
                    random.nextInt(1000),
                    random.nextBoolean() ? "0" : "[0, 3]");
            Topology machine = settings.machine();
            for (Collective collective : Collective.values()) {
                long bytes = 1L << (4 + random.nextInt(24));
                long bound = LowerBound.picoseconds(machine, machine.sips(), collective, bytes);
                // A rate rounds to a whole number of units per byte. The lengths that prove the bound of an all-to-all
                // on
                // irregular links are found step by step, and not always the best.
                boolean stepwise = collective == Collective.ALL_TO_ALL && settings.arrangement.contains("graph");
                long inexact = stepwise ? bound / 100 : bound / 2500;
                for (Settings more : settings.better(1 + random.nextDouble())) {
                    assertThat(LowerBound.picoseconds(more.machine(), machine.sips(), collective, bytes))
                            .as("%s of %d bytes, %s instead of %s", collective, bytes, more, settings)
                            .isLessThanOrEqualTo(bound + inexact + 1);
                }
            }
        }
    }
}
