package sectile.interp.machine;

import java.util.Arrays;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.interp.problem.ExecCode;
import sectile.interp.value.Data;

/// The slots of a pipe in global memory. Each vector core has a part of every slot; a tile that is larger than the
/// part is the same for all vector cores and is handed to each of them directly.
final class Ring {
    /// Bytes of an element of the memory.
    static final int WORD = 4;

    private final Data memory;
    private final long address;
    private final long slotBytes;
    private final long partBytes;

    /// @param address of the part in the first slot, in bytes
    /// @param partBytes how many bytes of a slot may be used
    Ring(Data memory, long address, long slotBytes, long partBytes) {
        this.memory = memory;
        this.address = address;
        this.slotBytes = slotBytes;
        this.partBytes = partBytes;
    }

    boolean holds(Data tile) {
        return bytes(tile) <= partBytes;
    }

    private static long bytes(Data tile) {
        return tile.dtype().bytesFor(tile.shape().elements());
    }

    private NdArray words(Core core, long slot, Data tile) {
        long from = (address + slot * slotBytes) / WORD;
        long to = from + (bytes(tile) + WORD - 1) / WORD;
        if (from < 0 || to > memory.array().elements()) {
            throw core.error(
                    ExecCode.PIPE_BUFFER_TOO_SMALL,
                    "slot " + slot + " of a pipe needs the elements " + from + " to " + to
                            + " of its buffer, which has " + memory.array().elements(),
                    "give every block slots × slot_size bytes for each direction of each pipe");
        }
        return memory.array().slice(0, from, to);
    }

    void store(Core core, long slot, Data tile) {
        NdArray words = words(core, slot, tile);
        core.writes(memory, words, false);
        byte[] bytes = Arrays.copyOf(tile.array().toBytes(), Math.toIntExact(words.elements() * WORD));
        words.assign(NdArray.ofBytes(bytes, words.dtype(), words.shape()));
        core.wrote(memory);
    }

    /// The tile that lies in the slot now, of the type of the one that was stored.
    Data load(Core core, long slot, Data stored) {
        NdArray words = words(core, slot, stored);
        core.reads(memory, words);
        byte[] bytes = Arrays.copyOf(words.copy().toBytes(), Math.toIntExact(bytes(stored)));
        return Data.tile(
                NdArray.ofBytes(bytes, stored.dtype(), Shape.of(stored.shape().toArray())), stored.valid());
    }
}
