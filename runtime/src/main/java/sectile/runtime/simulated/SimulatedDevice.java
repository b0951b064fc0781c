package sectile.runtime.simulated;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.base.device.AcceleratorDevice;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.base.device.TrackedMemory;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.HostBuffers;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Sip;
import sectile.sim.machine.Work;

/// A SIP of a simulated machine that runs tile programs. The machine belongs to its own owner and may hold several
/// devices.
public final class SimulatedDevice implements ProgramDevice, AcceleratorDevice {
    private static final double PS_PER_NS = 1000;

    private final Sip sip;
    private boolean closed;

    private SimulatedDevice(Sip sip) {
        this.sip = sip;
    }

    /// The device that one SIP of a machine is.
    public static SimulatedDevice of(Machine machine, int sip) {
        return of(Sip.of(machine, sip));
    }

    /// The same SIP with programs to run; closing it closes the SIP.
    public static SimulatedDevice of(Sip sip) {
        return new SimulatedDevice(sip);
    }

    /// All SIPs of a machine, in order.
    public static List<SimulatedDevice> all(Machine machine) {
        return Sip.all(machine).stream().map(SimulatedDevice::new).toList();
    }

    @Override
    public DeviceId id() {
        return sip.id();
    }

    @Override
    public String architecture() {
        return sip.architecture();
    }

    @Override
    public String description() {
        return sip.description();
    }

    @Override
    public DeviceMemory ownMemory() {
        return sip.ownMemory();
    }

    @Override
    public boolean hasSimulatedTime() {
        return true;
    }

    /// A program of one rank, which is this SIP.
    @Override
    public LoadedProgram load(Program program) {
        checkOpen();
        return new Loaded(program);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException(id() + " is closed");
        }
    }

    @Override
    public void close() {
        sip.close();
        closed = true;
    }

    private final class Loaded implements LoadedProgram {
        private final Program program;
        private boolean unloaded;

        Loaded(Program program) {
            this.program = program;
        }

        @Override
        public Outcome run(Run run) {
            return timed(run).outcome();
        }

        @Override
        public Timed timed(Run run) {
            checkOpen();
            if (unloaded) {
                throw new IllegalStateException("the program is not loaded any more");
            }
            SimulatedRun simulated = SimulatedRun.of(program, HostBuffers.fetched(run));
            for (Map.Entry<String, Object> argument : run.arguments().entrySet()) {
                if (argument.getValue() instanceof DeviceArray array) {
                    Optional<Resident> resident = resident(array);
                    if (resident.isPresent()) {
                        simulated = simulated.with(argument.getKey(), resident.get());
                    }
                }
            }
            SimulatedRun.Result result = simulated.on(sip.machine(), sip.index());
            return new Timed(HostBuffers.stored(run, result.outcome()), result.latencyPs() / PS_PER_NS);
        }

        /// An array in memory of this machine is used where it is, if its elements lie side by side.
        private Optional<Resident> resident(DeviceArray array) {
            if (!(array.memory() instanceof TrackedMemory memory)
                    || !sip.machine().holds(memory)
                    || !array.layout().isContiguous()
                    || array.dtype().bits() % Byte.SIZE != 0) {
                return Optional.empty();
            }
            memory.checkLive(array.buffer());
            long address = array.buffer().address()
                    + array.dtype().bytesFor(array.layout().offset());
            long bytes = array.dtype().bytesFor(array.shape().elements());
            return Optional.of(new Resident(array.dtype(), array.shape(), List.of(new Work.Extent(address, bytes))));
        }

        @Override
        public void close() {
            unloaded = true;
        }
    }
}
