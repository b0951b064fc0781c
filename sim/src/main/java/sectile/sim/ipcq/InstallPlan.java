package sectile.sim.ipcq;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sectile.sim.Place;

/// For every PE the directions that get a queue pair, each with the direction of the peer it is joined to.
///
/// Direction d is joined with the peer's opposite of d where that points back; what is then left over is
/// joined with any direction of the peer that points back and is still free, in order. A direction with
/// neither is not installed.
public final class InstallPlan {
    /// One end of a pair of queues.
    public record Connection(String direction, Place peer, String peerDirection) {}

    private final QueueConfig config;
    private final SequencedMap<Place, List<Connection>> tables;

    private final String set;

    private InstallPlan(String set, QueueConfig config, SequencedMap<Place, List<Connection>> tables) {
        this.set = set;
        this.config = config;
        this.tables = tables;
    }

    public static InstallPlan of(Wiring wiring, QueueConfig config) {
        return of("", wiring, config);
    }

    /// A plan for a named set of queues. A PE may have several sets at the same time; a kernel uses the one its launch
    /// names.
    public static InstallPlan of(String set, Wiring wiring, QueueConfig config) {
        Pairing pairing = new Pairing(wiring);
        SequencedMap<Place, List<Connection>> tables = new LinkedHashMap<>();
        for (Place place : wiring.places()) {
            List<Connection> table = new ArrayList<>();
            wiring.at(place).forEach((direction, peer) -> {
                String partner = pairing.partner(new End(place, direction));
                if (partner != null) {
                    table.add(new Connection(direction, peer, partner));
                }
            });
            tables.put(place, List.copyOf(table));
        }
        return new InstallPlan(set, config, tables);
    }

    /// The name of the set of queues; empty for the only one.
    public String set() {
        return set;
    }

    public QueueConfig config() {
        return config;
    }

    /// The PEs of the plan, in order.
    public List<Place> places() {
        return List.copyOf(tables.keySet());
    }

    /// The queue pairs a PE gets; none for a PE outside the plan.
    public List<Connection> table(Place place) {
        return tables.getOrDefault(place, List.of());
    }

    private record End(Place place, String direction) {
        // Written out, as those of `Place` are.
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof End that && place.equals(that.place) && direction.equals(that.direction);
        }

        @Override
        public int hashCode() {
            return 31 * place.hashCode() + direction.hashCode();
        }
    }

    /// Finds partners so that each end has at most one and partners name each other.
    private static final class Pairing {
        private final Wiring wiring;
        private final Map<End, String> partners = new HashMap<>();
        /// For a place, the directions that lead to each of its peers. A place may have as many peers as there are
        /// places, so that looking through all its directions once per peer would take cubic time.
        private final Map<Place, Map<Place, List<String>>> directions = new HashMap<>();

        Pairing(Wiring wiring) {
            this.wiring = wiring;
            for (Place place : wiring.places()) {
                wiring.at(place).forEach((direction, peer) -> joinOpposite(place, direction, peer));
            }
            for (Place place : wiring.places()) {
                wiring.at(place).forEach((direction, peer) -> joinAny(place, direction, peer));
            }
        }

        @Nullable
        String partner(End end) {
            return partners.get(end);
        }

        private void joinOpposite(Place place, String direction, Place peer) {
            Optional<String> opposite = Directions.opposite(direction);
            if (opposite.isPresent() && place.equals(wiring.at(peer).get(opposite.get()))) {
                join(new End(place, direction), new End(peer, opposite.get()));
            }
        }

        private void joinAny(Place place, String direction, Place peer) {
            End end = new End(place, direction);
            if (partners.containsKey(end)) {
                return;
            }
            for (String back : directions(peer).getOrDefault(place, List.of())) {
                End other = new End(peer, back);
                if (!partners.containsKey(other)) {
                    join(end, other);
                    return;
                }
            }
        }

        private Map<Place, List<String>> directions(Place place) {
            return directions.computeIfAbsent(place, p -> {
                Map<Place, List<String>> byPeer = new HashMap<>();
                wiring.at(p)
                        .forEach((direction, peer) -> byPeer.computeIfAbsent(peer, q -> new ArrayList<>(1))
                                .add(direction));
                return byPeer;
            });
        }

        private void join(End a, End b) {
            partners.put(a, b.direction);
            partners.put(b, a.direction);
        }
    }
}
