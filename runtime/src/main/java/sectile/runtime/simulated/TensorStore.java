package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sectile.base.observe.Region;
import sectile.base.observe.Storage;
import sectile.sim.Place;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Work;
import sectile.sim.topology.Topology;

/// Where in HBM the memories of a program lie. A memory gets its room when it is first used; the host's memory has a
/// copy on every SIP that uses it.
final class TensorStore {
    private final Machine machine;
    private final Placement placement;
    private final int firstSip;
    private final List<Place> slices;
    private final Held held;
    private final Map<Key, Room> rooms = new HashMap<>();
    private final List<Long> allocated = new ArrayList<>();

    private record Key(Storage memory, int sip) {}

    /// @param run bytes in a row in one slice
    /// @param bases where each slice's part begins
    private record Room(long run, List<Long> bases) {}

    TensorStore(Machine machine, Placement placement, int firstSip, Held held) {
        this.held = held;
        this.machine = machine;
        this.placement = placement;
        this.firstSip = firstSip;
        this.slices = places(machine.topology());
    }

    /// The PEs of a SIP, cube after cube, as places of SIP 0.
    static List<Place> places(Topology topology) {
        var places = new ArrayList<Place>();
        for (int cube = 0; cube < topology.cubes(); cube++) {
            for (int pe = 0; pe < topology.pesPerCube(); pe++) {
                places.add(new Place(0, cube, pe));
            }
        }
        return places;
    }

    /// The bytes of a region, added up by the memory they lie in, in the order of slices.
    List<Work.Extent> extents(Region region, int asker) {
        Storage memory = region.memory();
        if (held.isResident(memory)) {
            return resident(held.places(memory), region);
        }
        int sip = memory.rank() < 0 ? asker : memory.rank();
        Room room = rooms.computeIfAbsent(new Key(memory, sip), key -> allocate(memory.bytes(), sip));
        var bySlice = new TreeMap<Integer, long[]>();
        region.runs((start, bytes) -> {
            long at = start;
            long end = start + bytes;
            while (at < end) {
                long index = at / room.run;
                long part = Math.min(end, (index + 1) * room.run) - at;
                int slice = (int) (index % room.bases.size());
                long offset = index / room.bases.size() * room.run + at % room.run;
                bySlice.computeIfAbsent(slice, s -> new long[] {room.bases.get(s) + offset, 0})[1] += part;
                at += part;
            }
        });
        return bySlice.values().stream()
                .map(found -> new Work.Extent(found[0], found[1]))
                .toList();
    }

    /// The same for a memory whose place was given: as many extents as parts are met.
    private static List<Work.Extent> resident(List<Work.Extent> parts, Region region) {
        var byPart = new TreeMap<Integer, long[]>();
        region.runs((start, bytes) -> {
            long from = 0;
            for (int i = 0; i < parts.size(); i++) {
                long first = Math.max(start, from);
                long end = Math.min(start + bytes, from + parts.get(i).bytes());
                if (first < end) {
                    long address = parts.get(i).address() + first - from;
                    byPart.computeIfAbsent(i, part -> new long[] {address, 0})[1] += end - first;
                }
                from += parts.get(i).bytes();
            }
        });
        return byPart.values().stream()
                .map(found -> new Work.Extent(found[0], found[1]))
                .toList();
    }

    private Room allocate(long bytes, int sip) {
        long run = placement.run(bytes, slices.size());
        long runs = Math.max(1, Math.ceilDiv(bytes, run));
        int used = (int) Math.min(slices.size(), runs);
        long each = Math.ceilDiv(runs, used) * run;
        var bases = new ArrayList<Long>();
        for (int i = 0; i < used; i++) {
            Place slice = slices.get(i);
            bases.add(machine.allocate(Space.HBM, new Place(firstSip + sip, slice.cube(), slice.pe()), each));
            allocated.add(bases.getLast());
        }
        return new Room(run, List.copyOf(bases));
    }

    /// Gives all of it back.
    void free() {
        allocated.forEach(machine::free);
        allocated.clear();
        rooms.clear();
    }
}
