package sectile.dist.tensor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// Spreads a tensor over PEs of the caller's choice, in the order they are listed: rows over all of them, columns over
/// their cubes and then over the PEs of each cube. The last parts may be smaller, and a PE without any part has no
/// shard.
public record ListedLayout(Split split, Places places) implements Layout {
    /// The PEs of a SIP.
    @FunctionalInterface
    public interface Places {
        List<Place> of(Topology machine, int sip);
    }

    @Override
    public List<ShardSpec> place(Shape shape, DType dtype, int sip, Topology machine) {
        TensorErrors.checkWholeBytes(dtype);
        List<ShardSpec> shards = new ArrayList<>();
        long offset = 0;
        Region whole = Layout.matrix(shape, split == Split.COLUMN_WISE);
        for (var part : parts(whole, places.of(machine, sip)).entrySet()) {
            Place place = part.getKey();
            Region region = part.getValue();
            long bytes = dtype.bytesFor(region.elements());
            if (!region.isEmpty()) {
                shards.add(new ShardSpec(place.sip(), place.cube(), place.pe(), offset, bytes, region));
            }
            offset += split == Split.REPLICATE ? 0 : bytes;
        }
        return List.copyOf(shards);
    }

    private SequencedMap<Place, Region> parts(Region whole, List<Place> all) {
        SequencedMap<Integer, List<Place>> cubes = new LinkedHashMap<>();
        all.forEach(place ->
                cubes.computeIfAbsent(place.cube(), cube -> new ArrayList<>()).add(place));
        SequencedMap<Place, Region> parts = new LinkedHashMap<>();
        int cube = 0;
        for (List<Place> ofCube : cubes.values()) {
            for (int i = 0; i < ofCube.size(); i++) {
                parts.put(
                        ofCube.get(i),
                        switch (split) {
                            case REPLICATE -> whole;
                            case ROW_WISE -> whole.rowPart(parts.size(), all.size());
                            case COLUMN_WISE ->
                                whole.columnPart(cube, cubes.size()).columnPart(i, ofCube.size());
                        });
            }
            cube++;
        }
        return parts;
    }
}
