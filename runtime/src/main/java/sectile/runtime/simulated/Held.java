package sectile.runtime.simulated;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.base.observe.Storage;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Work;

/// The memories of a program that outlive its run: its arguments and its windows. What they hold at the end goes to
/// the machine's memory if they are resident there, and into the value hash in any case.
final class Held {
    private static final int CHUNK = 1 << 20;

    private final Machine machine;
    private final Map<String, Resident> residents;
    private final List<Part> parts = new ArrayList<>();
    private final Map<Storage, List<Work.Extent>> places = new HashMap<>();

    private record Part(Storage memory, MemorySegment bytes) {}

    Held(Machine machine, Map<String, Resident> residents) {
        this.machine = machine;
        this.residents = residents;
    }

    /// @param argument whether it is an argument
    void add(Storage memory, MemorySegment bytes, boolean argument) {
        parts.add(new Part(memory, bytes));
        Resident resident = argument ? residents.get(memory.name()) : null;
        if (resident != null) {
            long size = memory.bytes();
            places.put(memory, resident.slice(Math.max(0, memory.rank()) * size, size));
        }
    }

    boolean isResident(Storage memory) {
        return places.containsKey(memory);
    }

    /// Where the bytes of a resident memory lie, in order; empty for another one.
    List<Work.Extent> places(Storage memory) {
        return places.getOrDefault(memory, List.of());
    }

    /// The run is over.
    ///
    /// @param results further arrays that it returned
    void finish(List<NdArray> results) {
        if (!machine.computesValues()) {
            return;
        }
        for (Part part : parts) {
            List<Work.Extent> extents = places.get(part.memory);
            if (extents == null) {
                note(part.bytes);
            } else {
                long at = 0;
                for (Work.Extent extent : extents) {
                    write(extent.address(), part.bytes.asSlice(at, extent.bytes()));
                    at += extent.bytes();
                }
            }
        }
        results.forEach(result -> note(result.packed()));
    }

    private void note(MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += CHUNK) {
            machine.strands().note(chunk(bytes, at));
        }
    }

    private void write(long address, MemorySegment bytes) {
        for (long at = 0; at < bytes.byteSize(); at += CHUNK) {
            machine.strands().poke(address + at, chunk(bytes, at));
        }
    }

    private static byte[] chunk(MemorySegment bytes, long at) {
        return bytes.asSlice(at, Math.min(CHUNK, bytes.byteSize() - at)).toArray(ValueLayout.JAVA_BYTE);
    }
}
