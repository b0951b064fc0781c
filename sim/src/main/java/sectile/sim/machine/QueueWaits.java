package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.sim.Place;
import sectile.sim.ipcq.QueuePair;
import sectile.sim.memory.AddressMap;

/// What a kernel waits for when it waits for a queue, in words.
final class QueueWaits {
    private QueueWaits() {}

    /// A message, or room in the ring of the peer.
    ///
    /// @param kernels those on a PE
    static Wait of(
            AddressMap addresses,
            QueuePair pair,
            boolean element,
            long sequence,
            Function<Place, List<Actor>> kernels) {
        int slots = pair.config().slots();
        int slot = pair.slotNumber(sequence);
        String ends = pair.peer() + " (its `" + pair.peerDirection() + "`)";
        String ring = "slot " + slot + " of " + slots + " at ";
        return element
                ? new Wait.Queue(
                        "queue `" + pair.direction() + "` from " + ends,
                        true,
                        "message " + sequence + " will be in " + ring + addresses.decode(pair.slotAddress(sequence))
                                + "; " + pair.peerHead() + (pair.peerHead() == 1 ? " has" : " have") + " arrived",
                        Optional.empty(),
                        kernels.apply(pair.peer()))
                : new Wait.Queue(
                        "queue `" + pair.direction() + "` to " + ends,
                        false,
                        (slots == 1 ? "its only slot is" : "all " + slots + " slots are") + " in use, and message "
                                + sequence + " needs " + ring + addresses.decode(pair.peerSlotAddress(sequence)),
                        Optional.empty(),
                        kernels.apply(pair.peer()));
    }

    /// A message in any direction.
    static Wait any(List<? extends QueuePair> pairs, Function<Place, List<Actor>> kernels) {
        var peers = new ArrayList<Actor>();
        pairs.forEach(pair -> peers.addAll(kernels.apply(pair.peer())));
        String names = String.join(
                ", ", pairs.stream().map(pair -> "`" + pair.direction() + "`").toList());
        return new Wait.Queue("any of the queues " + names, true, "", Optional.empty(), peers);
    }
}
