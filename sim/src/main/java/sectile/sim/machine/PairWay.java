package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.fabric.Channel;
import sectile.sim.fabric.Endpoint;
import sectile.sim.fabric.Route;
import sectile.sim.fabric.Transfer;
import sectile.sim.fabric.Units;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Directions;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.math.Tile;
import sectile.sim.topology.Direction;

/// The ways of one queue pair's messages: payloads to the peer's ring, credits to the peer's queue engine.
///
/// A slot has at most one payload under way to it, and one credit from it, so there is one object for each and it is
/// used again and again.
final class PairWay {
    private final Simulation simulation;
    private final Pe pe;
    private final QueuePair pair;
    private final Pe peer;
    private final Route payloadRoute;
    private final Route creditRoute;
    private final @Nullable Payload[] payloads;
    private final @Nullable Credit[] credits;
    /// The peer's pair that the last payload or credit belonged to.
    private @Nullable QueuePair peerPair;

    PairWay(Pe pe, QueuePair pair) {
        this.simulation = pe.simulation();
        this.pe = pe;
        this.pair = pair;
        this.peer = simulation.pe(pair.peer());
        Endpoint self = Endpoint.pe(pe.place());
        // Two SIPs may be joined by two links, one east and one west of each: a queue uses the one it is named after.
        Direction port = Directions.port(pair.direction()).orElse(Direction.E);
        this.payloadRoute = simulation.route(self, Addresses.endpoint(simulation, pair.peerRxBase()), port);
        this.creditRoute = simulation.route(self, Endpoint.pe(pair.peer()), port);
        int slots = pair.config().slots();
        this.payloads = new Payload[slots];
        this.credits = new Credit[slots];
    }

    /// Hands a payload to the DMA engine at `readyPs`.
    void send(Arrival arrival, long bytes, @Nullable Tile value, long readyPs) {
        int slot = (int) (arrival.sequence() % payloads.length);
        Payload payload = payloads[slot];
        if (payload == null) {
            payload = new Payload();
            payloads[slot] = payload;
        }
        payload.arrival = arrival;
        payload.value = value;
        payload.bytes = bytes;
        payload.readyPs = readyPs;
        payload.line = pe.line();
        simulation
                .fabric()
                .send(
                        payload,
                        payloadRoute,
                        bytes,
                        Channel.DATA,
                        pe.bookDmaOut(readyPs, bytes),
                        simulation.costs().dmaOutUnitsPerByte());
    }

    /// Gives back the slot of message number `sequence` at `timePs`.
    void giveBack(long sequence, long timePs) {
        int slot = (int) (sequence % credits.length);
        Credit credit = credits[slot];
        if (credit == null) {
            credit = new Credit();
            credits[slot] = credit;
        }
        long bytes = pair.config().creditBytes();
        simulation.fabric().send(credit, creditRoute, bytes, Channel.CONTROL, Units.ofPicoseconds(timePs), 0);
    }

    /// Whether the peer's pair found the last time is still the one, so that no search is needed.
    private @Nullable QueuePair checked(@Nullable QueuePair found) {
        return found != null && found.isInstalled() && found.installation() == pair.installation() ? found : null;
    }

    private final class Payload extends Transfer {
        private @Nullable Arrival arrival;
        private @Nullable Tile value;
        private long bytes;
        private long readyPs;
        private String line = "";

        /// The last byte is in the peer's memory, and what rides with it is in the peer's queue engine.
        @Override
        protected void delivered() {
            Arrival here = arrival;
            if (here == null) {
                throw new IllegalStateException("a payload without its arrival");
            }
            pe.recordPayload(readyPs, bytes, line);
            Tile tile = value;
            if (tile != null) {
                simulation.memory().write(here.address(), tile.toBytes(), 0, tile.byteSize());
                value = null;
            }
            QueuePair target = checked(peerPair);
            if (target == null || !target.owns(here.address())) {
                target = checked(peer.pairByAddress(here.address()));
                peerPair = target;
            }
            if (target == null) {
                peer.unmatched(pair.installation(), here);
                return;
            }
            target.arrive(here);
            Body body = peer.body();
            if (body != null) {
                body.arrived(target);
            }
        }
    }

    private final class Credit extends Transfer {
        @Override
        protected void delivered() {
            QueuePair target = checked(peerPair);
            if (target == null || target.peerRxBase() != pair.rxBase()) {
                target = checked(peer.pairByPeerRing(pair.rxBase()));
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
    }
}
