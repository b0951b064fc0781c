package sectile.runtime.simulated;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.runtime.device.DeviceId;
import sectile.runtime.device.TrackedMemory;
import sectile.sim.Place;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;

/// The HBM of a SIP. A buffer lies in one slice, the first one with room for it; copies take simulated time.
final class SimulatedMemory extends TrackedMemory {
    private final Machine machine;
    private final int sip;
    private final List<Place> slices;

    SimulatedMemory(Machine machine, int sip, DeviceId device) {
        super(device);
        this.machine = machine;
        this.sip = sip;
        this.slices = TensorStore.places(machine.topology());
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
        for (Place slice : slices) {
            OptionalLong address = allocate(new Place(sip, slice.cube(), slice.pe()), bytes);
            if (address.isPresent()) {
                return address;
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
