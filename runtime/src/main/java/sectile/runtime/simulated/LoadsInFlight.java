package sectile.runtime.simulated;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.base.observe.Region;
import sectile.sim.machine.Strands;

/// The loads that the cores of one block have requested and not received yet, by the memory of their tiles. All
/// views of a tile have its memory.
final class LoadsInFlight {
    private final Map<MemorySegment, Load> loads = new LinkedHashMap<>();

    private record Load(Region region, Strands.Begun begun) {}

    void add(Region region, NdArray tile, Strands.Begun begun) {
        loads.values().removeIf(load -> load.begun().isDone());
        loads.put(tile.memory(), new Load(region, begun));
    }

    /// The one whose tile this is, or a part of.
    List<Strands.Begun> of(NdArray tile) {
        Load load = loads.isEmpty() ? null : loads.get(tile.memory());
        return load == null || load.begun().isDone() ? List.of() : List.of(load.begun());
    }

    /// Those that read bytes of a region.
    List<Strands.Begun> from(Region region) {
        var found = new ArrayList<Strands.Begun>();
        for (Load load : loads.values()) {
            if (!load.begun().isDone() && load.region().overlaps(region)) {
                found.add(load.begun());
            }
        }
        return found;
    }

    List<Strands.Begun> all() {
        return loads.values().stream()
                .map(Load::begun)
                .filter(begun -> !begun.isDone())
                .toList();
    }
}
