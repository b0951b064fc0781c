package sectile.sim.ipcq;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.Place;
import sectile.sim.problem.QueueCode;

/// Which PE each direction of each PE leads to, in a fixed order.
public final class Wiring {
    private final SequencedMap<Place, SequencedMap<String, Place>> neighbours;

    private Wiring(SequencedMap<Place, SequencedMap<String, Place>> neighbours) {
        this.neighbours = neighbours;
    }

    /// The wiring that gives each of the places what `neighbours` says.
    public static Wiring of(List<Place> places, Function<Place, SequencedMap<String, Place>> neighbours) {
        SequencedMap<Place, SequencedMap<String, Place>> all = LinkedHashMap.newLinkedHashMap(places.size());
        for (Place place : places) {
            if (all.put(place, neighbours.apply(place)) != null) {
                throw wiredTwice(place);
            }
        }
        return new Wiring(all);
    }

    /// A ring over the places in the given order: E leads to the next, W to the one before. A single place has no
    /// neighbour.
    public static Wiring ring(List<Place> places) {
        int count = places.size();
        SequencedMap<Place, SequencedMap<String, Place>> all = LinkedHashMap.newLinkedHashMap(count);
        for (int i = 0; i < count; i++) {
            SequencedMap<String, Place> directions = LinkedHashMap.newLinkedHashMap(2);
            if (count > 1) {
                directions.put("E", places.get((i + 1) % count));
                directions.put("W", places.get((i + count - 1) % count));
            }
            if (all.put(places.get(i), directions) != null) {
                throw wiredTwice(places.get(i));
            }
        }
        return new Wiring(all);
    }

    private static DiagnosticException wiredTwice(Place place) {
        return new DiagnosticException(Diagnostic.error(
                QueueCode.PE_TWICE, Span.none(), place + " appears twice in the wiring, expected once"));
    }

    /// The wired places in order.
    public List<Place> places() {
        return List.copyOf(neighbours.keySet());
    }

    public boolean contains(Place place) {
        return neighbours.containsKey(place);
    }

    /// Direction → peer; empty for a place that is not wired.
    public SequencedMap<String, Place> at(Place place) {
        SequencedMap<String, Place> directions = neighbours.get(place);
        return Collections.unmodifiableSequencedMap(directions == null ? new LinkedHashMap<>() : directions);
    }
}
