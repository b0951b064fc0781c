package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.sim.Place;
import sectile.sim.engine.Engine;
import sectile.sim.topology.Direction;
import sectile.sim.topology.SipNetwork;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Links that differ, that are missing, and that fail while messages are in flight.
class DifferentLinksTest {
    private final Engine engine = new Engine();

    private static Topology machine(String... settings) {
        List<String> all = new ArrayList<>(List.of("system.links.sip_sip={ bandwidth_gbs: 1, latency_ns: 10 }"));
        all.addAll(List.of(settings));
        return Topologies.preset("flat", all);
    }

    private Fabric fabric(Topology machine) {
        return new Fabric(
                engine, machine.fabric().chunkBytes(), machine.fabric().virtualChannels());
    }

    private static Endpoint pe(int sip) {
        return Endpoint.pe(new Place(sip, 0, 0));
    }

    private static List<String> names(Route route) {
        return route.links().stream().map(Link::name).toList();
    }

    @Test
    void aSlowLinkTakesItsOwnTimeAndLatency() {
        Topology machine = machine("system.links.different=[{ between: [1, 2], bandwidth_gbs: 0.5, latency_ns: 70 }]");
        Routes routes = new Routes(machine, fabric(machine));
        // 1000 bytes at 0.5 GB/s, and the latencies of both links.
        assertThat(routes.between(pe(0), pe(2)).uncongestedPs(1000)).isEqualTo(2_000_000 + 80_000);
        assertThat(routes.between(pe(3), pe(5)).uncongestedPs(1000)).isEqualTo(1_000_000 + 20_000);
        assertThat(routes.between(pe(2), pe(1)).uncongestedPs(1000)).isEqualTo(2_000_000 + 70_000);
    }

    @Test
    void ofTwoLinksBetweenTwoSipsOneCanDiffer() {
        Topology machine = machine(
                "system.sips.count=2", "system.links.different=[{ between: [0, 1], port: W, bandwidth_gbs: 4 }]");
        Routes routes = new Routes(machine, fabric(machine));
        assertThat(routes.between(pe(0), pe(1), Direction.E).uncongestedPs(1000))
                .isEqualTo(1_010_000);
        assertThat(routes.between(pe(0), pe(1), Direction.W).uncongestedPs(1000))
                .isEqualTo(260_000);
        // The other end of the same link.
        assertThat(routes.between(pe(1), pe(0), Direction.E).uncongestedPs(1000))
                .isEqualTo(260_000);
        assertThat(routes.between(pe(0), pe(1)).uncongestedPs(1000)).isEqualTo(260_000);
    }

    @Test
    void routesGoAroundAFailedLink() {
        Topology machine = machine("system.links.failed=[[0, 1]]");
        Routes routes = new Routes(machine, fabric(machine));
        assertThat(names(routes.between(pe(0), pe(1)))).hasSize(7).startsWith("sip0.W->sip7");
        assertThat(names(routes.between(pe(1), pe(3)))).containsExactly("sip1.E->sip2", "sip2.E->sip3");
    }

    @Test
    void withoutAWayTheFailedLinksAreNamed() {
        Topology machine = machine("system.links.failed=[[0, 1], [3, 4]]");
        Routes routes = new Routes(machine, fabric(machine));
        assertThatThrownBy(() -> routes.between(pe(0), pe(2)))
                .hasMessageContaining("SIM-503")
                .hasMessageContaining("no working link leads from SIP 0 to SIP 2")
                .hasMessageContaining("0–1, 3–4");
    }

    @Test
    void everyRouteOfARandomGraphIsAsShortAsCanBe() {
        Random random = new Random(7);
        for (int run = 0; run < 50; run++) {
            int sips = 2 + random.nextInt(9);
            List<String> pairs = new ArrayList<>();
            for (int b = 1; b < sips; b++) {
                int parent = random.nextInt(b);
                for (int a = 0; a < b; a++) {
                    if (a == parent || random.nextInt(4) == 0) {
                        pairs.add("[" + a + ", " + b + "]");
                    }
                }
            }
            Topology machine = machine(
                    "system.sips={ count: " + sips + ", topology: graph, join: direct, pairs: " + pairs + " }",
                    "system.links.sip_sip.bandwidth_gbs=" + (run % 5 == 0 ? "inf" : "1"));
            SipNetwork network = SipNetwork.of(machine);
            Routes routes = new Routes(machine, fabric(machine));
            for (int to = 0; to < sips; to++) {
                int[] distances = network.distances(to, 0);
                for (int from = 0; from < sips; from++) {
                    assertThat(routes.between(pe(from), pe(to)).delayPs()).isEqualTo(distances[from] * 10_000L);
                }
            }
        }
    }

    @Test
    void whatALinkHasBegunArrivesAndTheRestGoesRound() {
        // Three messages of 1 µs each to the next SIP; the link fails while it carries the first.
        Topology machine = machine("system.sips.count=4", "system.links.failed=[{ between: [0, 1], at_ns: 500 }]");
        Fabric fabric = fabric(machine);
        Routes routes = new Routes(machine, fabric);
        List<String> arrived = new ArrayList<>();
        Route route = routes.between(pe(0), pe(1));
        assertThat(names(route)).containsExactly("sip0.E->sip1");
        for (String name : List.of("a", "b", "c")) {
            fabric.send(route, 1000, Channel.DATA, () -> arrived.add(name + " " + engine.now()));
        }
        engine.run();
        // The others notice at 1 µs, when the link would have taken them, and take three links.
        assertThat(arrived).containsExactly("a 1010000", "b 2030000", "c 3030000");
        fabric.send(route, 1000, Channel.DATA, () -> arrived.add("d " + engine.now()));
        engine.run();
        assertThat(names(route)).containsExactly("sip0.W->sip3", "sip3.W->sip2", "sip2.W->sip1");
        assertThat(arrived).last().isEqualTo("d 4060000");
    }

    @Test
    void theChunksOfATransferGoRoundToo() {
        Topology machine = machine(
                "system.sips.count=4",
                "system.fabric.chunk_bytes=100",
                "system.links.failed=[{ between: [1, 2], at_ns: 250 }]");
        Fabric fabric = fabric(machine);
        Routes routes = new Routes(machine, fabric);
        long[] arrived = {-1};
        fabric.send(routes.between(pe(0), pe(2)), 1000, Channel.DATA, () -> arrived[0] = engine.now());
        engine.run();
        // By SIP 1, then back and round by SIP 3: every byte arrives.
        assertThat(arrived[0]).isGreaterThan(1_020_000);
        assertThat(fabric.links().stream()
                        .filter(link -> link.name().endsWith("->sip2"))
                        .mapToLong(Link::bytes)
                        .sum())
                .isEqualTo(1000);
    }

    @Test
    void withoutAnotherWayAMessageInFlightSaysSo() {
        Topology machine = machine(
                "system.sips={ count: 3, topology: graph, join: direct, pairs: [[0, 1], [1, 2]] }",
                "system.links.failed=[{ between: [1, 2], at_ns: 5 }]");
        Fabric fabric = fabric(machine);
        Routes routes = new Routes(machine, fabric);
        fabric.send(routes.between(pe(0), pe(2)), 1000, Channel.DATA, () -> {});
        assertThatThrownBy(engine::run)
                .hasMessageContaining("SIM-503")
                .hasMessageContaining("no working link leads from SIP 1 to SIP 2");
    }
}
