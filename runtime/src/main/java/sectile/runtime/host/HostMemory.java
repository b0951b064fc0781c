package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import sectile.base.device.DeviceId;
import sectile.base.device.TrackedMemory;

/// Memory of this process, off the Java heap and aligned to 64 bytes.
final class HostMemory extends TrackedMemory {
    private static final long ALIGNMENT = 64;

    private record Block(Arena arena, MemorySegment segment) {}

    private final long capacity;
    private final Map<Long, Block> blocks = new HashMap<>();

    HostMemory(DeviceId device, long capacity) {
        super(device);
        this.capacity = capacity;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    protected OptionalLong allocateBlock(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment segment = arena.allocate(Math.max(1, bytes), ALIGNMENT);
            blocks.put(segment.address(), new Block(arena, segment));
            return OptionalLong.of(segment.address());
        } catch (OutOfMemoryError e) {
            arena.close();
            return OptionalLong.empty();
        }
    }

    @Override
    protected void freeBlock(long address) {
        Block block = blocks.remove(address);
        if (block == null) {
            throw new IllegalStateException("no block at 0x" + Long.toHexString(address));
        }
        block.arena().close();
    }

    @SuppressWarnings("restricted") // the address is that of a block of ours
    private static MemorySegment at(long address, long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    @Override
    protected void write(long address, MemorySegment source) {
        at(address, source.byteSize()).copyFrom(source);
    }

    @Override
    protected void read(long address, MemorySegment target) {
        target.copyFrom(at(address, target.byteSize()));
    }

    @Override
    protected void zero(long address, long bytes) {
        at(address, bytes).fill((byte) 0);
    }
}
