package sectile.interp.value;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// A tensor, a window or a tile: elements, the leading part of them that holds data, and the global memory they
/// lie in. A tile lies in no global memory.
public final class Data {
    private final NdArray array;
    private final long[] valid;
    private final @Nullable Memory memory;
    private final @Nullable Peers peers;
    private final @Nullable Slot slot;

    public Data(NdArray array, long[] valid, @Nullable Memory memory, @Nullable Peers peers) {
        this(array, valid, memory, peers, null);
    }

    private Data(NdArray array, long[] valid, @Nullable Memory memory, @Nullable Peers peers, @Nullable Slot slot) {
        this.array = array;
        this.valid = valid.clone();
        this.memory = memory;
        this.peers = peers;
        this.slot = slot;
    }

    public static Data tile(NdArray array) {
        return new Data(array, array.shape().toArray(), null, null);
    }

    public static Data tile(NdArray array, long[] valid) {
        return new Data(array, valid, null, null);
    }

    public static Data tensor(NdArray array, Memory memory) {
        return new Data(array, array.shape().toArray(), memory, null);
    }

    public NdArray array() {
        return array;
    }

    public DType dtype() {
        return array.dtype();
    }

    public Shape shape() {
        return array.shape();
    }

    public int rank() {
        return array.shape().rank();
    }

    /// The extents of the part that holds data.
    public long[] valid() {
        return valid.clone();
    }

    public long valid(int axis) {
        return valid[axis];
    }

    public boolean isAllValid() {
        return Arrays.equals(valid, array.shape().toArray());
    }

    public @Nullable Memory memory() {
        return memory;
    }

    public @Nullable Peers peers() {
        return peers;
    }

    /// The slot of a pipe that a tile is in; null if it has memory of its own.
    public @Nullable Slot slot() {
        return slot;
    }

    /// The same tile in a slot, or in memory of its own.
    public Data in(@Nullable Slot newSlot) {
        return newSlot == slot ? this : new Data(array, valid, memory, peers, newSlot);
    }

    /// Another look at the same memory.
    public Data view(UnaryOperator<NdArray> change, long[] newValid) {
        return new Data(change.apply(array), newValid, memory, peers == null ? null : peers.map(change), slot);
    }

    /// Another look, all of it valid.
    public Data view(UnaryOperator<NdArray> change) {
        NdArray changed = change.apply(array);
        return new Data(changed, changed.shape().toArray(), memory, peers == null ? null : peers.map(change), slot);
    }

    public Data withValid(long[] newValid) {
        return new Data(array, newValid, memory, peers, slot);
    }

    @Override
    public String toString() {
        return (memory == null ? "tile " : memory + " ") + array.shape() + " "
                + array.dtype().text();
    }
}
