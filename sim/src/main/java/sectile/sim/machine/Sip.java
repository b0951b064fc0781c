package sectile.sim.machine;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.device.AcceleratorDevice;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.Topology;

/// A SIP of a simulated machine as a device: memory of its PEs, and kernels on them. What concerns several SIPs, queues
/// between them and the time that passes, is the [Machine]'s.
///
/// Of one SIP there may be several devices; each owns what was allocated in its [#ownMemory()]. The machine belongs to
/// its own owner.
public final class Sip implements AcceleratorDevice {
    private final Machine machine;
    private final int index;
    private @Nullable SipMemory memory;
    private boolean closed;

    private Sip(Machine machine, int index) {
        this.machine = machine;
        this.index = index;
    }

    /// One SIP of a machine.
    ///
    /// @throws IllegalArgumentException if the machine has no such SIP
    public static Sip of(Machine machine, int index) {
        int sips = machine.topology().sips();
        if (index < 0 || index >= sips) {
            throw new IllegalArgumentException("SIP " + index + " of a machine of " + sips);
        }
        return new Sip(machine, index);
    }

    /// All SIPs of a machine, in order.
    public static List<Sip> all(Machine machine) {
        return IntStream.range(0, machine.topology().sips())
                .mapToObj(index -> new Sip(machine, index))
                .toList();
    }

    // What it is

    public int index() {
        return index;
    }

    /// The machine it is part of.
    public Machine machine() {
        return machine;
    }

    public Topology topology() {
        return machine.topology();
    }

    @Override
    public DeviceId id() {
        return new DeviceId("sip", index);
    }

    @Override
    public String architecture() {
        return "simulated";
    }

    @Override
    public String description() {
        return "SIP " + index + " of a simulated machine: " + topology().cubes() + " cubes of "
                + topology().pesPerCube() + " PEs";
    }

    public boolean computesValues() {
        return machine.computesValues();
    }

    // Memory

    /// Its HBM, in buffers of bytes.
    @Override
    public DeviceMemory ownMemory() {
        if (memory == null) {
            memory = new SipMemory(this);
        }
        return memory;
    }

    /// A block of a memory of one of its PEs, for elements of one type.
    public long allocate(Space space, Place place, DType dtype, long elements) {
        check(place);
        return machine.allocate(space, place, dtype, elements);
    }

    public void free(long address) {
        machine.free(address);
    }

    /// A contiguous virtual range; [#submitMap] gives it a meaning.
    public long allocateVirtual(long bytes) {
        return machine.allocateVirtual(index, bytes);
    }

    public void freeVirtual(long address) {
        machine.freeVirtual(index, address);
    }

    /// Programs the PE_MMUs of a set of its PEs, each with the entries it is given.
    public Pending submitMap(PeSet where, Function<Place, List<Mmu.Entry>> entries) {
        check(where);
        return machine.submitMap(where, entries);
    }

    /// Makes PE_MMUs forget what begins inside a virtual range.
    public Pending submitUnmap(PeSet where, long virtual, long bytes) {
        check(where);
        return machine.submitUnmap(where, virtual, bytes);
    }

    /// Sends an array on its way from the host to a physical address; without its values, only its time, in a run that
    /// computes none.
    public Pending submitWrite(long address, NdArray array) {
        return machine.submitWrite(address, array);
    }

    /// The time of a copy from the host, for runs that compute no values.
    public Pending submitWriteTimed(long address, long bytes) {
        return machine.submitWriteTimed(address, bytes);
    }

    /// Asks for bytes; they are in `target` when it is done, unless the run computes no values.
    public Pending submitRead(long address, byte[] target) {
        return machine.submitRead(address, target);
    }

    /// Room for bytes of the device on this host.
    ///
    /// @param what as in "`what` takes 3 GiB"
    public byte[] hostArray(long bytes, String what) {
        return machine.hostArray(bytes, what);
    }

    // Kernels

    /// Sends a kernel on its way to some PEs, each with arguments of its own.
    ///
    /// @param queueSet the set of queues its sends and receives go through
    public Launch submit(Kernel kernel, Function<Place, KernelArgs> args, PeSet where, String queueSet) {
        check(where);
        return machine.submit(kernel, args, where, queueSet);
    }

    private void check(PeSet where) {
        where.places().forEach(this::check);
    }

    private void check(Place place) {
        if (closed) {
            throw new IllegalStateException(id() + " is closed");
        }
        if (place.sip() != index) {
            throw new IllegalArgumentException(place + " is not a PE of " + id());
        }
    }

    @Override
    public void close() {
        if (memory != null) {
            memory.close();
        }
        closed = true;
    }

    @Override
    public String toString() {
        return id().toString();
    }
}
