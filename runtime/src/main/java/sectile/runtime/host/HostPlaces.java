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

    @Override
    public MemorySegment device() {
        return MemorySegment.NULL;
    }

    @Override
    public Place place(Arena arena, NdArray array) {
        return new Outside(ArrayPlaces.outside(arena, array));
    }

    @Override
    public Optional<Place> existing(Arena arena, PlacedArray array) {
        if (!(array instanceof DeviceArray placed) || !(placed.memory() instanceof HostMemory memory)) {
            return Optional.empty();
        }
        memory.checkLive(placed.buffer());
        return Optional.of(new InMemory(MemorySegment.ofAddress(placed.buffer().address()), placed));
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
