package sectile.script;

import java.util.List;
import java.util.function.ToIntFunction;
import sectile.base.diag.Span;
import sectile.python.value.DictValue;
import sectile.script.problem.Place;
import sectile.sim.ipcq.Wiring;

/// What functions of the host get as `neighbor_map`: by rank a dict from direction to rank.
public final class NeighborMap {
    /// What it is called.
    public static final String NAME = "neighbor_map";

    private NeighborMap() {}

    /// The map of a wiring.
    ///
    /// @param places one for each rank, in order
    /// @param rank of a place that is a peer
    public static DictValue of(Wiring wiring, List<sectile.sim.Place> places, ToIntFunction<sectile.sim.Place> rank) {
        Place nowhere = Place.at(Span.none());
        DictValue map = new DictValue();
        for (int i = 0; i < places.size(); i++) {
            DictValue peers = new DictValue();
            wiring.at(places.get(i))
                    .forEach((direction, peer) -> peers.put(direction, (long) rank.applyAsInt(peer), nowhere));
            map.put((long) i, peers, nowhere);
        }
        return map;
    }
}
