package sectile.sim.machine;

import sectile.sim.Place;
import sectile.sim.component.ComponentKind;
import sectile.sim.topology.LinkKind;
import sectile.sim.topology.LinkSpec;
import sectile.sim.topology.SipJoin;
import sectile.sim.topology.Topology;

/// Adds up a way by the rules of docs/simulator.md: overheads of nodes, latencies of links, and the slowest rate.
/// Knows the structure of the machine and nothing of routes.
final class ByHand {
    private final Topology topology;
    private long delayPs;
    private long slowest;

    ByHand(Topology topology) {
        this.topology = topology;
    }

    ByHand node(ComponentKind kind) {
        delayPs += topology.component(kind).model().overheadPs();
        return this;
    }

    ByHand link(LinkKind kind) {
        LinkSpec link = topology.link(kind);
        delayPs += link.latencyPs();
        return rate(link.bandwidth().unitsPerByte());
    }

    /// Something else on the way that limits the rate.
    ByHand rate(long unitsPerByte) {
        slowest = Math.max(slowest, unitsPerByte);
        return this;
    }

    /// From the network of one cube to that of another, both included.
    ByHand cubes(int from, int to) {
        node(ComponentKind.NOC);
        for (int hop = hops(from, to); hop > 0; hop--) {
            link(LinkKind.UCIE).node(ComponentKind.NOC);
        }
        return this;
    }

    private int hops(int from, int to) {
        int width = topology.cubeMesh().w();
        return Math.abs(from % width - to % width) + Math.abs(from / width - to / width);
    }

    /// From the network of a cube to that of any other cube of the machine.
    ByHand network(Place from, Place to) {
        if (from.sip() == to.sip()) {
            return cubes(from.cube(), to.cube());
        }
        cubes(from.cube(), topology.ioCubes().getFirst()).link(LinkKind.IO_NOC).node(ComponentKind.IO);
        if (topology.join() == SipJoin.SWITCH) {
            link(LinkKind.SWITCH_SIP)
                    .node(ComponentKind.SWITCH)
                    .link(LinkKind.SWITCH_SIP)
                    .node(ComponentKind.IO);
        } else {
            // Rings only: the shorter way round.
            int apart = Math.abs(from.sip() - to.sip());
            for (int hop = Math.min(apart, topology.sips() - apart); hop > 0; hop--) {
                link(LinkKind.SIP_SIP).node(ComponentKind.IO);
            }
        }
        return link(LinkKind.IO_NOC).cubes(topology.ioCubes().getFirst(), to.cube());
    }

    /// From the host to the io gateway of a SIP, or back: it is the same.
    ByHand hostToIo() {
        return link(LinkKind.HOST_PCIE)
                .node(ComponentKind.PCIE_EP)
                .link(LinkKind.PCIE_SWITCH)
                .node(ComponentKind.SWITCH)
                .link(LinkKind.SWITCH_SIP)
                .node(ComponentKind.IO);
    }

    /// From the io gateway to the network of a cube, or back.
    ByHand ioToCube(int cube) {
        return link(LinkKind.IO_NOC).cubes(topology.ioCubes().getFirst(), cube);
    }

    /// What `bytes` bytes take, rounded up once.
    long picoseconds(long bytes) {
        return delayPs + Math.ceilDiv(bytes * slowest, 1L << 14);
    }
}
