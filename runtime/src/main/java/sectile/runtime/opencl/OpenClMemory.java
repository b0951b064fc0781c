package sectile.runtime.opencl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import sectile.base.device.DeviceId;
import sectile.base.device.TrackedMemory;

/// Memory of an OpenCL device. OpenCL has handles instead of addresses, so addresses are numbers of our own.
final class OpenClMemory extends TrackedMemory {
    private static final long ALIGNMENT = 256;

    private final OpenCl library;
    private final MemorySegment context;
    private final MemorySegment queue;
    private final long capacity;
    private final long largest;
    private final TreeMap<Long, MemorySegment> buffers = new TreeMap<>();
    private long next = ALIGNMENT;

    OpenClMemory(DeviceId device, OpenCl library, MemorySegment context, MemorySegment queue, OpenCl.Found found) {
        super(device);
        this.library = library;
        this.context = context;
        this.queue = queue;
        this.capacity = found.memory();
        this.largest = found.largest();
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    protected OptionalLong allocateBlock(long bytes) {
        if (bytes > largest) {
            return OptionalLong.empty();
        }
        try {
            long address = next;
            buffers.put(address, library.createBuffer(context, bytes));
            next += Math.ceilDiv(Math.max(1, bytes), ALIGNMENT) * ALIGNMENT;
            return OptionalLong.of(address);
        } catch (OpenClException e) {
            if (e.isOutOfMemory()) {
                return OptionalLong.empty();
            }
            throw e;
        }
    }

    @Override
    protected void freeBlock(long address) {
        MemorySegment buffer = buffers.remove(address);
        if (buffer == null) {
            throw new IllegalStateException("no block at 0x" + Long.toHexString(address));
        }
        library.release("clReleaseMemObject", buffer);
    }

    /// The buffer that holds an address.
    MemorySegment buffer(long address) {
        return block(address).getValue();
    }

    private Map.Entry<Long, MemorySegment> block(long address) {
        Map.Entry<Long, MemorySegment> block = buffers.floorEntry(address);
        if (block == null) {
            throw new IllegalStateException("no block at 0x" + Long.toHexString(address));
        }
        return block;
    }

    @Override
    protected void write(long address, MemorySegment source) {
        Map.Entry<Long, MemorySegment> block = block(address);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = source.isNative()
                    ? source
                    : arena.allocate(source.byteSize()).copyFrom(source);
            library.write(queue, block.getValue(), address - block.getKey(), outside);
        }
    }

    @Override
    protected void read(long address, MemorySegment target) {
        Map.Entry<Long, MemorySegment> block = block(address);
        if (target.isNative()) {
            library.read(queue, block.getValue(), address - block.getKey(), target);
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment outside = arena.allocate(target.byteSize());
            library.read(queue, block.getValue(), address - block.getKey(), outside);
            target.copyFrom(outside);
        }
    }

    @Override
    protected void zero(long address, long bytes) {
        library.zero(queue, buffer(address), bytes);
    }
}
