package sectile.sim.machine;

import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.TrackedMemory;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.kernel.Space;

/// The HBM of a SIP. A buffer lies in one slice, the first one with room for it; copies take simulated time.
final class SipMemory extends TrackedMemory {
    private final Machine machine;
    private final int sip;

    SipMemory(Sip device) {
        super(device.id());
        this.machine = device.machine();
        this.sip = device.index();
    }

    boolean isOf(Machine other) {
        return machine == other;
    }

    @Override
    public long capacity() {
        return machine.topology().memoryMap().hbm() * machine.topology().cubes();
    }

    @Override
    protected OptionalLong allocateBlock(long bytes) {
        for (int cube = 0; cube < machine.topology().cubes(); cube++) {
            for (int pe = 0; pe < machine.topology().pesPerCube(); pe++) {
                OptionalLong address = allocate(new Place(sip, cube, pe), bytes);
                if (address.isPresent()) {
                    return address;
                }
            }
        }
        return OptionalLong.empty();
    }

    /// Nothing but a lack of room can be wrong with a slice of an open machine.
    private OptionalLong allocate(Place slice, long bytes) {
        try {
            return OptionalLong.of(machine.allocate(Space.HBM, slice, bytes));
        } catch (DiagnosticException full) {
            return OptionalLong.empty();
        }
    }

    @Override
    protected void freeBlock(long address) {
        machine.free(address);
    }

    @Override
    protected void write(long address, MemorySegment source) {
        machine.write(address, NdArray.over(source, DType.U8, Shape.of(source.byteSize())));
    }

    @Override
    protected void read(long address, MemorySegment target) {
        NdArray found = machine.read(address, DType.U8, Shape.of(target.byteSize()));
        target.copyFrom(found.packed());
    }

    @Override
    protected void zero(long address, long bytes) {
        machine.write(address, NdArray.zeros(DType.U8, Shape.of(bytes)));
    }
}
