package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Directions;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.math.Tile;
import sectile.sim.topology.Direction;

/// The ways of one queue pair's messages: payloads to the peer's ring, credits to the peer's queue engine.
final class PairWay {
    private final Simulation simulation;
    private final Pe pe;
    private final Pe peer;
    private final Route payloadRoute;
    private final Route creditRoute;
    private final long installation;
    private final long ring;
    private final long creditBytes;
    /// The peer's pair that the last payload or credit belonged to.
    private @Nullable QueuePair peerPair;

    PairWay(Pe pe, QueuePair pair) {
        this.simulation = pe.simulation();
        this.pe = pe;
        this.peer = simulation.pe(pair.peer());
        Endpoint self = Endpoint.pe(pe.place());
        // Two SIPs may be joined by two links, one east and one west of each: a queue uses the one it is named after.
        Direction port = Directions.port(pair.direction()).orElse(Direction.E);
        this.payloadRoute = simulation.route(self, Addresses.endpoint(simulation, pair.peerRxBase()), port);
        this.creditRoute = simulation.route(self, Endpoint.pe(pair.peer()), port);
        this.installation = pair.installation();
        this.ring = pair.rxBase();
        this.creditBytes = pair.config().creditBytes();
    }

    /// Hands a payload to the DMA engine at `readyPs`.
    void send(Arrival arrival, long bytes, @Nullable Tile value, long readyPs) {
        simulation
                .fabric()
                .send(
                        simulation.messages().payload(this, arrival, value, readyPs, pe.line()),
                        payloadRoute,
                        bytes,
                        Channel.DATA,
                        pe.bookDmaOut(readyPs, bytes),
                        simulation.costs().dmaOutUnitsPerByte());
    }

    /// Gives a slot back at `timePs`.
    void giveBack(long timePs) {
        long start = Units.ofPicoseconds(timePs);
        simulation
                .fabric()
                .send(simulation.messages().credit(this), creditRoute, creditBytes, Channel.CONTROL, start, 0);
    }

    /// A payload's last byte is in the peer's memory, and what rides with it is in the peer's queue engine.
    void arrived(Arrival arrival, @Nullable Tile value, long readyPs, String line) {
        pe.recordPayload(readyPs, arrival.bytes(), line);
        if (value != null) {
            simulation.memory().write(arrival.address(), value.toBytes(), 0, value.byteSize());
        }
        QueuePair target = checked(peerPair);
        if (target == null || !target.owns(arrival.address())) {
            target = checked(peer.pairByAddress(arrival.address()));
            peerPair = target;
        }
        if (target == null) {
            peer.unmatched(installation, arrival);
            return;
        }
        target.arrive(arrival);
        Body body = peer.body();
        if (body != null) {
            body.arrived(target);
        }
    }

    /// A credit is in the peer's queue engine.
    void credited() {
        QueuePair target = checked(peerPair);
        if (target == null || target.peerRxBase() != ring) {
            target = checked(peer.pairByPeerRing(ring));
            peerPair = target;
        }
        if (target == null) {
            peer.unmatchedCredit();
            return;
        }
        target.credit();
        Body body = peer.body();
        if (body != null) {
            body.credited(target);
        }
    }

    /// A pair of the peer if it is still one, and of the same installation as this way's own.
    private @Nullable QueuePair checked(@Nullable QueuePair found) {
        return found != null && found.isInstalled() && found.installation() == installation ? found : null;
    }
}
