package sectile.dist.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.dist.tensor.Shard;
import sectile.sim.Place;

/// Who copies what so that rectangles of one tensor get into another on the same SIP.
///
/// A PE that has all it needs copies for itself. Else the first of several equal shards is put together, by
/// the PEs that have the pieces or by the one that wants them, whichever are more; then the others copy it
/// whole.
final class Rearrangement {
    private final DType dtype;
    private final ShardIndex source;
    private final List<Shard> pieces;
    private final boolean sourcesWork;
    private final SequencedMap<Place, List<Move>> first = new LinkedHashMap<>();
    private final SequencedMap<Place, List<Move>> then = new LinkedHashMap<>();

    Rearrangement(DeviceTensor source, DeviceTensor target, List<Rectangle> rectangles) {
        this.dtype = source.dtype();
        this.source = new ShardIndex(source);
        this.pieces = distinct(source);
        Map<Region, Shard> firsts = new HashMap<>();
        distinct(target).forEach(shard -> firsts.put(shard.spec().region(), shard));
        this.sourcesWork = pieces.size() > firsts.size();
        for (Shard shard : target.shards()) {
            Shard original = firsts.getOrDefault(shard.spec().region(), shard);
            if (hasAll(shard, rectangles)) {
                rectangles.forEach(rectangle -> fill(shard, rectangle, true));
            } else if (original.equals(shard)) {
                rectangles.forEach(rectangle -> fill(shard, rectangle, false));
            } else {
                copyWhole(original, shard);
            }
        }
    }

    private static List<Shard> distinct(DeviceTensor tensor) {
        SequencedMap<Region, Shard> firsts = new LinkedHashMap<>();
        tensor.shards().forEach(shard -> firsts.putIfAbsent(shard.spec().region(), shard));
        return List.copyOf(firsts.values());
    }

    private boolean hasAll(Shard target, List<Rectangle> rectangles) {
        return rectangles.stream().allMatch(rectangle -> {
            Region needed = rectangle.sourceOf(target.spec().region());
            return needed.isEmpty()
                    || source.covering(target.spec().place(), needed).isPresent();
        });
    }

    private void fill(Shard target, Rectangle rectangle, boolean byItself) {
        Region needed = rectangle.sourceOf(target.spec().region());
        if (needed.isEmpty()) {
            return;
        }
        Place place = target.spec().place();
        List<Shard> from = byItself ? source.covering(place, needed).stream().toList() : pieces;
        for (Shard piece : from) {
            Region part = piece.spec().region().intersect(needed);
            if (!part.isEmpty()) {
                Region to = part.shifted(
                        rectangle.toRow() - rectangle.from().row(),
                        rectangle.toColumn() - rectangle.from().column());
                Place worker = byItself || !sourcesWork ? place : piece.spec().place();
                first.computeIfAbsent(worker, w -> new ArrayList<>()).add(move(piece, part, target, to));
            }
        }
    }

    private Move move(Shard from, Region part, Shard to, Region destination) {
        return new Move(
                address(from, part),
                address(to, destination),
                part.rows(),
                part.columns(),
                from.spec().region().columns(),
                to.spec().region().columns());
    }

    private long address(Shard shard, Region part) {
        Region region = shard.spec().region();
        long element = (part.row() - region.row()) * region.columns() + part.column() - region.column();
        return shard.address() + dtype.bytesFor(element);
    }

    private void copyWhole(Shard original, Shard copy) {
        Region region = copy.spec().region();
        then.computeIfAbsent(copy.spec().place(), w -> new ArrayList<>()).add(move(original, region, copy, region));
    }

    /// What is copied at first, by PE.
    SequencedMap<Place, List<Move>> first() {
        return first;
    }

    /// What is copied after that.
    SequencedMap<Place, List<Move>> then() {
        return then;
    }
}
