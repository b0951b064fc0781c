package sectile.base.device;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// The rules that all device memories share. A subclass transfers bytes between addresses that are known to be right.
public abstract class TrackedMemory implements DeviceMemory {
    private final DeviceId device;
    private final Set<DeviceBuffer> live = Collections.newSetFromMap(new IdentityHashMap<>());
    private long used;
    private boolean closed;

    protected TrackedMemory(DeviceId device) {
        this.device = device;
    }

    /// The address of a new block; empty when there is no room.
    protected abstract OptionalLong allocateBlock(long bytes);

    protected abstract void freeBlock(long address);

    protected abstract void write(long address, MemorySegment source);

    protected abstract void read(long address, MemorySegment target);

    protected abstract void zero(long address, long bytes);

    @Override
    public final DeviceBuffer allocate(long bytes) {
        checkOpen();
        if (bytes < 0) {
            throw new IllegalArgumentException("a buffer of " + bytes + " bytes");
        }
        OptionalLong address = bytes > capacity() - used ? OptionalLong.empty() : allocateBlock(bytes);
        if (address.isEmpty()) {
            throw new DiagnosticException(Diagnostic.error(
                            DeviceCode.OUT_OF_MEMORY,
                            Span.none(),
                            "out of memory on " + device + ": a buffer of " + bytes + " bytes does not fit, " + used
                                    + " of " + capacity() + " bytes are in use")
                    .hint("free buffers, or use smaller ones"));
        }
        var buffer = new DeviceBuffer(device, address.getAsLong(), bytes);
        live.add(buffer);
        used += bytes;
        return buffer;
    }

    @Override
    public final void free(DeviceBuffer buffer) {
        checkOpen();
        checkLive(buffer);
        live.remove(buffer);
        used -= buffer.bytes();
        freeBlock(buffer.address());
    }

    @Override
    public final boolean isLive(DeviceBuffer buffer) {
        return live.contains(buffer);
    }

    @Override
    public final void copyTo(DeviceBuffer buffer, long offset, MemorySegment source) {
        check(buffer, offset, source.byteSize());
        if (source.byteSize() > 0) {
            write(buffer.address() + offset, source);
        }
    }

    @Override
    public final void copyFrom(DeviceBuffer buffer, long offset, MemorySegment target) {
        check(buffer, offset, target.byteSize());
        if (target.byteSize() > 0) {
            read(buffer.address() + offset, target);
        }
    }

    @Override
    public final void fillZero(DeviceBuffer buffer) {
        check(buffer, 0, buffer.bytes());
        if (buffer.bytes() > 0) {
            zero(buffer.address(), buffer.bytes());
        }
    }

    @Override
    public final long used() {
        checkOpen();
        return used;
    }

    /// Frees what is left; nothing can be used afterwards.
    public final void close() {
        if (!closed) {
            List.copyOf(live).forEach(buffer -> freeBlock(buffer.address()));
            live.clear();
            closed = true;
        }
    }

    private void check(DeviceBuffer buffer, long offset, long bytes) {
        checkOpen();
        checkLive(buffer);
        Objects.checkFromIndexSize(offset, bytes, buffer.bytes());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(device + " is closed");
        }
    }

    /// Refuses a buffer that cannot be used.
    ///
    /// @throws IllegalStateException if the buffer is not allocated here (any more)
    public final void checkLive(DeviceBuffer buffer) {
        if (!live.contains(buffer)) {
            throw new IllegalStateException(buffer + " is not allocated in this memory of " + device);
        }
    }
}
