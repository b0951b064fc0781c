package sectile.sim.fabric;

import java.util.ArrayList;
import java.util.List;
import sectile.sim.engine.Engine;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// The fabric of a machine of 3 SIPs × 2 cubes × 2 PEs on which nothing costs anything but what a test says.
final class FreeFabric {
    final Engine engine = new Engine();
    final Fabric fabric;
    private final Routes routes;

    FreeFabric(String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "system.sips.count=3",
                "sip.cube_mesh.w=2",
                "cube.pe_layout.pe_per_corner=2",
                "system.links.sip_sip={ bandwidth_gbs: inf, latency_ns: 0 }",
                "system.fabric.chunk_bytes=1000"));
        all.addAll(List.of(settings));
        Topology topology = Topologies.preset("flat", all);
        fabric = new Fabric(
                engine, topology.fabric().chunkBytes(), topology.fabric().virtualChannels());
        routes = new Routes(topology, fabric);
    }

    Route route(Endpoint from, Endpoint to) {
        return routes.between(from, to);
    }

    /// The time the last byte arrives, once the engine has run.
    long[] send(Endpoint from, Endpoint to, long bytes) {
        long[] arrived = {-1};
        fabric.send(route(from, to), bytes, Channel.DATA, () -> arrived[0] = engine.now());
        return arrived;
    }
}
