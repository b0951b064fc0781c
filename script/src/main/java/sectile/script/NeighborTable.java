package sectile.script;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.python.value.DictValue;
import sectile.python.value.None;
import sectile.python.value.Text;
import sectile.python.value.TupleValue;
import sectile.script.problem.Problems;
import sectile.script.problem.TextCode;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topology;

/// What `neighbors(rank, world_size, …)` says: a dict from direction to peer, which is a rank, a `(sip, cube,
/// pe)`, or None for no peer.
public final class NeighborTable {
    private static final String EXAMPLE = "{\"E\": (rank + 1) % world_size, \"W\": (rank - 1) % world_size}";

    private final HostFunction function;
    private final Topology machine;
    private final int world;
    private final Optional<DictValue> map;

    /// @param map what `neighbor_map` is, if a topology is named besides
    public NeighborTable(HostFunction function, Topology machine, int world, Optional<DictValue> map) {
        this.function = function;
        this.machine = machine;
        this.world = world;
        this.map = map;
    }

    /// The wiring of some PEs.
    ///
    /// @param rank of a PE
    /// @param peers for a PE, the PE that represents a rank
    public Wiring wire(
            List<Place> places, ToIntFunction<Place> rank, Function<Place, IntFunction<@Nullable Place>> peers) {
        Wiring wiring =
                Wiring.of(places, place -> neighbours(place, rank.applyAsInt(place), peers.apply(place), places));
        checkAnswers(wiring, rank);
        return wiring;
    }

    /// A queue has two ends: a direction that no direction of its peer answers would not be installed.
    private void checkAnswers(Wiring wiring, ToIntFunction<Place> rank) {
        InstallPlan plan = InstallPlan.of(wiring, new QueueConfig(Space.TCM, 1, 1, 0));
        for (Place place : wiring.places()) {
            List<String> joined = plan.table(place).stream()
                    .map(InstallPlan.Connection::direction)
                    .toList();
            wiring.at(place).forEach((direction, peer) -> {
                if (!joined.contains(direction)) {
                    throw wrong(
                            "neighbors of rank " + rank.applyAsInt(place) + " leads `" + direction + "` to " + peer
                                    + ", but no direction of that one is free to lead back to " + place,
                            "name both ends: " + EXAMPLE);
                }
            });
        }
    }

    private SequencedMap<String, Place> neighbours(
            Place place, int rank, IntFunction<@Nullable Place> peers, List<Place> places) {
        Map<String, Object> known = MachineFacts.of(machine, place);
        known.put("rank", (long) rank);
        known.put("world_size", (long) world);
        known.put("sip_rank", (long) rank);
        map.ifPresent(neighbours -> known.put(NeighborMap.NAME, neighbours));
        String call = "neighbors of rank " + rank;
        if (!(function.call(known) instanceof DictValue table)) {
            throw wrong(call + " is not a dict", "return a dict such as " + EXAMPLE);
        }
        SequencedMap<String, Place> directions = new LinkedHashMap<>();
        TupleValue items = table.items();
        for (int i = 0; i < items.size(); i++) {
            TupleValue item = (TupleValue) items.at(i);
            if (!(item.at(0) instanceof String direction)) {
                throw wrong(call + " has the direction " + Text.repr(item.at(0)), "directions are strings");
            }
            if (item.at(1) == None.NONE) {
                continue;
            }
            Place peer = peer(item.at(1), peers);
            if (peer == null || !places.contains(peer)) {
                throw wrong(
                        call + " leads `" + direction + "` to " + Text.repr(item.at(1)) + ", which does not take part",
                        "a peer is a rank from 0 to " + (world - 1) + ", a (sip, cube, pe), or None");
            }
            directions.put(direction, peer);
        }
        return directions;
    }

    private @Nullable Place peer(Object value, IntFunction<@Nullable Place> peers) {
        if (value instanceof Long rank) {
            return rank >= 0 && rank < world ? peers.apply(rank.intValue()) : null;
        }
        if (value instanceof TupleValue triple
                && triple.size() == 3
                && triple.at(0) instanceof Long sip
                && triple.at(1) instanceof Long cube
                && triple.at(2) instanceof Long pe
                && inside(sip, machine.sips())
                && inside(cube, machine.cubes())
                && inside(pe, machine.pesPerCube())) {
            return new Place(sip.intValue(), cube.intValue(), pe.intValue());
        }
        return null;
    }

    private static boolean inside(long number, int count) {
        return number >= 0 && number < count;
    }

    private DiagnosticException wrong(String message, String hint) {
        Span at = function.span();
        return Problems.at(at, TextCode.BAD_NEIGHBORS, message, hint);
    }
}
