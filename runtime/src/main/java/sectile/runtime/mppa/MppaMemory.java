package sectile.runtime.mppa;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import java.util.function.Supplier;
import sectile.base.device.DeviceId;
import sectile.base.device.TrackedMemory;
import sectile.runtime.mppa.MppaLink.Request;

/// Memory of the accelerator, in which addresses are multiples of 64.
final class MppaMemory extends TrackedMemory {
    private final Supplier<MppaLink> link;
    private final long capacity;

    /// @param link to the accelerator, started when it is first needed
    MppaMemory(DeviceId device, Supplier<MppaLink> link, long capacity) {
        super(device);
        this.link = link;
        this.capacity = capacity;
    }

    @Override
    public long capacity() {
        return capacity;
    }

    @Override
    protected OptionalLong allocateBlock(long bytes) {
        MppaLink.Answer answer = link.get().ask(Request.ALLOCATE, bytes, 0);
        return answer.status() == MppaLink.NO_MEMORY ? OptionalLong.empty() : OptionalLong.of(answer.value());
    }

    @Override
    protected void freeBlock(long address) {
        // An accelerator that has ended has nothing left to free.
        if (!link.get().isBroken()) {
            link.get().ask(Request.FREE, address, 0);
        }
    }

    @Override
    protected void write(long address, MemorySegment source) {
        link.get().ask(Request.WRITE, address, 0, source, MemorySegment.NULL);
    }

    @Override
    protected void read(long address, MemorySegment target) {
        link.get().ask(Request.READ, address, target.byteSize(), MemorySegment.NULL, target);
    }

    @Override
    protected void zero(long address, long bytes) {
        link.get().ask(Request.ZERO, address, bytes);
    }
}
