package sectile.sim.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.engine.Engine;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// A transfer that meets no one costs `Σ overhead + Σ latency + n / min(bandwidth)`, to the picosecond, wherever it
/// goes.
///
/// The sums are counted here from the structure of the machine, not taken from the route under test.
final class ClosedFormTest {
    private static final long[] SIZES = {0, 1, 7, 64, 4095, 16_384, 16_385, 40_000, 1_000_003};

    /// What a path costs, collected component by component.
    private static final class Sum {
        private final Topology topology;
        private long delayPs;
        private long slowest;

        Sum(Topology topology) {
            this.topology = topology;
        }

        Sum link(LinkKind kind, int times) {
            if (times > 0) {
                delayPs += times * topology.link(kind).latencyPs();
                slowest = Math.max(slowest, topology.link(kind).bandwidth().unitsPerByte());
            }
            return this;
        }

        Sum node(ComponentKind kind, int times) {
            delayPs += times * topology.component(kind).model().overheadPs();
            return this;
        }

        long picoseconds(long bytes) {
            // Rounded up once, at the very end.
            return delayPs + Math.ceilDiv(bytes * slowest, 1L << 14);
        }
    }

    private static Sum between(Topology topology, Place from, Place to) {
        Sum sum = new Sum(topology)
                .link(LinkKind.PE_NOC, 1)
                .link(LinkKind.HBM_NOC, 1)
                .node(ComponentKind.HBM, 1);
        if (from.sip() == to.sip()) {
            int hops = hops(topology, from.cube(), to.cube());
            return sum.link(LinkKind.UCIE, hops).node(ComponentKind.NOC, hops + 1);
        }
        int out = toIoCube(topology, from.cube());
        int in = toIoCube(topology, to.cube());
        sum.link(LinkKind.UCIE, out + in).node(ComponentKind.NOC, out + in + 2).link(LinkKind.IO_NOC, 2);
        if (topology.join() == SipJoin.SWITCH) {
            return sum.link(LinkKind.SWITCH_SIP, 2)
                    .node(ComponentKind.SWITCH, 1)
                    .node(ComponentKind.IO, 2);
        }
        int hops = topology.sipGrid().distance(from.sip(), to.sip());
        return sum.link(LinkKind.SIP_SIP, hops).node(ComponentKind.IO, hops + 1);
    }

    /// Links between two cubes, the shorter way round if rows and columns are rings.
    private static int hops(Topology topology, int from, int to) {
        int w = topology.cubeMesh().w();
        int h = topology.cubeMesh().h();
        int across = Math.abs(from % w - to % w);
        int down = Math.abs(from / w - to / w);
        return topology.cubeMesh().wraps() ? Math.min(across, w - across) + Math.min(down, h - down) : across + down;
    }

    private static int toIoCube(Topology topology, int cube) {
        return topology.ioCubes().stream()
                .mapToInt(io -> hops(topology, cube, io))
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sip.cube_mesh={w: 4, h: 4, wrap: true}",
                "sip.cube_mesh={w: 5, h: 3, wrap: true}",
                "sip.cube_mesh={w: 2, h: 6, wrap: true}",
                "sip.io_cube=[0, 15]",
                "sip.io_cube=[3, 12, 6]"
            })
    void cubesInATorusAndSeveralIoCubes(String setting) {
        check(Topologies.preset("default", List.of(setting)), 14);
        check(Topologies.preset("default", List.of(setting, "system.sips.join=direct")), 15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "small", "torus", "flat"})
    void everyUncongestedPathCostsItsClosedForm(String preset) {
        Topology topology = Topologies.preset(preset);
        check(topology, 11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"900", "33.3", "inf", "7"})
    void ratesThatAreNoWholePicosecondsPerByteStillAddUp(String rate) {
        Topology topology = Topologies.preset(
                "default",
                List.of(
                        "cube.links.pe_noc.bandwidth_gbs=" + rate,
                        "sip.links.ucie.bandwidth_gbs=899.7",
                        "system.fabric.chunk_bytes=1000"));
        check(topology, 12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"torus_2d", "mesh_2d_no_wrap", "mesh_2d"})
    void directlyJoinedSipsPayEveryHop(String arrangement) {
        Topology topology = Topologies.preset(
                "small",
                List.of("system.sips.count=9", "system.sips.topology=" + arrangement, "system.sips.join=direct"));
        check(topology, 13);
    }

    private static void check(Topology topology, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            Place from = place(topology, random);
            Place to = place(topology, random);
            for (long bytes : SIZES) {
                Engine engine = new Engine();
                Fabric fabric = new Fabric(
                        engine,
                        topology.fabric().chunkBytes(),
                        topology.fabric().virtualChannels());
                Route route = new Routes(topology, fabric).between(Endpoint.pe(from), Endpoint.hbm(to));
                long[] arrived = {-1};
                fabric.send(route, bytes, Channel.DATA, () -> arrived[0] = engine.now());
                engine.run();
                long expected = between(topology, from, to).picoseconds(bytes);
                assertThat(arrived[0])
                        .as("%d bytes from %s to the HBM of %s", bytes, from, to)
                        .isEqualTo(expected);
                assertThat(route.uncongestedPs(bytes)).isEqualTo(expected);
            }
        }
    }

    private static Place place(Topology topology, Random random) {
        return new Place(
                random.nextInt(topology.sips()),
                random.nextInt(topology.cubes()),
                random.nextInt(topology.pesPerCube()));
    }
}
