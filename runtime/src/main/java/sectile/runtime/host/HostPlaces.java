package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.interp.PlacedArray;
import sectile.runtime.device.DeviceArray;

/// Arrays in memory of this process, off the Java heap.
enum HostPlaces implements ArrayPlaces {
    PROCESS;

    private static final long ALIGNMENT = 64;

    @Override
    public MemorySegment device() {
        return MemorySegment.NULL;
    }

    @Override
    public Place place(Arena arena, NdArray array) {
        NdArray outside = NdArray.over(
                arena.allocate(Math.max(1, array.dtype().bytesFor(array.shape().elements())), ALIGNMENT),
                array.dtype(),
                array.shape());
        outside.assign(array);
        return new Outside(outside);
    }

    @Override
    public Optional<Place> existing(Arena arena, PlacedArray array) {
        if (!(array instanceof DeviceArray placed) || !(placed.memory() instanceof HostMemory memory)) {
            return Optional.empty();
        }
        memory.checkLive(placed.buffer());
        return Optional.of(new InMemory(MemorySegment.ofAddress(placed.buffer().address()), placed));
    }

    /// A buffer of a host device.
    private record InMemory(MemorySegment base, PlacedArray array) implements Place {
        @Override
        public void assign(NdArray other) {
            array.assign(other);
        }

        @Override
        public NdArray fetch() {
            return array.toHost();
        }

        @Override
        public void close() {
            // The buffer belongs to the caller.
        }
    }

    private record Outside(NdArray array) implements Place {
        @Override
        public MemorySegment base() {
            return array.memory();
        }

        @Override
        public void assign(NdArray other) {
            array.assign(other);
        }

        @Override
        public NdArray fetch() {
            return array;
        }

        @Override
        public void close() {
            // The arena of the run frees it.
        }
    }
}
