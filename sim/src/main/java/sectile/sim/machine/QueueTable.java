package sectile.sim.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;
import sectile.sim.ipcq.Arrival;
import sectile.sim.ipcq.Ipcq;
import sectile.sim.ipcq.QueuePair;

/// The queues of one PE, by the name of their set.
final class QueueTable {
    private final Place place;
    private final SequencedMap<String, Ipcq<WiredPair>> sets = new LinkedHashMap<>(2);
    /// The installations this PE has had a part in.
    private long[] installations = new long[0];
    /// Payloads that came before the message that installs their queue.
    private List<Early> early = List.of();

    private long unmatched;

    QueueTable(Place place) {
        this.place = place;
    }

    private record Early(long installation, Arrival arrival) {}

    /// The queues of a set; null if that set is not installed.
    @Nullable
    Ipcq<WiredPair> set(String name) {
        return sets.get(name);
    }

    /// All installed queues, in the order they were installed.
    Collection<Ipcq<WiredPair>> all() {
        return sets.values();
    }

    /// @param installation the number that payloads for these queues carry
    void install(String name, Ipcq<WiredPair> installed, long installation) {
        if (sets.putIfAbsent(name, installed) != null) {
            throw Errors.secondInstall(place, name);
        }
        installations = Arrays.copyOf(installations, installations.length + 1);
        installations[installations.length - 1] = installation;
        for (Early payload : early) {
            if (payload.installation == installation) {
                installed.byAddress(payload.arrival.address()).orElseThrow().arrive(payload.arrival);
                unmatched--;
            }
        }
        if (!early.isEmpty()) {
            early = early.stream()
                    .filter(payload -> payload.installation != installation)
                    .toList();
        }
    }

    void uninstall(String name) {
        Ipcq<WiredPair> removed = sets.remove(name);
        if (removed != null) {
            removed.pairs().forEach(QueuePair::uninstall);
        }
    }

    /// The direction whose ring an address lies in; null if there is none.
    @Nullable
    WiredPair byAddress(long address) {
        for (Ipcq<WiredPair> installed : sets.values()) {
            WiredPair pair = installed.byAddress(address).orElse(null);
            if (pair != null) {
                return pair;
            }
        }
        return null;
    }

    /// The direction that sends into the ring at an address; null if there is none.
    @Nullable
    WiredPair byPeerRing(long ring) {
        for (Ipcq<WiredPair> installed : sets.values()) {
            WiredPair pair = installed.byPeerRing(ring).orElse(null);
            if (pair != null) {
                return pair;
            }
        }
        return null;
    }

    /// A payload came that belongs to no queue. It is kept if its queue may yet be installed: the order in which PEs
    /// get their queues must not matter.
    void unmatched(long installation, Arrival arrival) {
        unmatched++;
        if (Arrays.stream(installations).noneMatch(number -> number == installation)) {
            List<Early> more = new ArrayList<>(early);
            more.add(new Early(installation, arrival));
            early = List.copyOf(more);
        }
    }

    /// A credit came that belongs to no queue.
    void unmatchedCredit() {
        unmatched++;
    }

    long unmatchedCount() {
        return unmatched;
    }

    /// Empties all queues after a run was abandoned.
    void reset() {
        early = List.of();
        sets.values().forEach(set -> set.pairs().forEach(QueuePair::reset));
    }
}
