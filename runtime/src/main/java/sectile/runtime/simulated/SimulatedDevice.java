package sectile.runtime.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.interp.Outcome;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.runtime.device.AcceleratorDevice;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.DeviceId;
import sectile.runtime.device.DeviceMemory;
import sectile.runtime.device.HostBuffers;
import sectile.runtime.device.LoadedProgram;
import sectile.sim.machine.Machine;
import sectile.sim.machine.Work;

/// A SIP of a simulated machine. The machine belongs to its own owner and may hold several devices.
public final class SimulatedDevice implements AcceleratorDevice {
    private static final double PS_PER_NS = 1000;

    private final Machine machine;
    private final int sip;
    private final SimulatedMemory memory;
    private boolean closed;

    private SimulatedDevice(Machine machine, int sip) {
        this.machine = machine;
        this.sip = sip;
        this.memory = new SimulatedMemory(machine, sip, idOf(sip));
    }

    /// The device that one SIP of a machine is.
    public static SimulatedDevice of(Machine machine, int sip) {
        int sips = machine.topology().sips();
        if (sip < 0 || sip >= sips) {
            throw new IllegalArgumentException("SIP " + sip + " of a machine of " + sips);
        }
        return new SimulatedDevice(machine, sip);
    }

    /// All SIPs of a machine, in order.
    public static List<SimulatedDevice> all(Machine machine) {
        var devices = new ArrayList<SimulatedDevice>();
        for (int sip = 0; sip < machine.topology().sips(); sip++) {
            devices.add(of(machine, sip));
        }
        return List.copyOf(devices);
    }

    private static DeviceId idOf(int sip) {
        return new DeviceId("sip", sip);
    }

    @Override
    public DeviceId id() {
        return idOf(sip);
    }

    @Override
    public String architecture() {
        return "simulated";
    }

    @Override
    public String description() {
        return "SIP " + sip + " of a simulated machine: " + machine.topology().cubes() + " cubes of "
                + machine.topology().pesPerCube() + " PEs";
    }

    @Override
    public DeviceMemory ownMemory() {
        return memory;
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
        memory.close();
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
            SimulatedRun.Result result = simulated.on(machine, sip);
            return new Timed(HostBuffers.stored(run, result.outcome()), result.latencyPs() / PS_PER_NS);
        }

        /// An array in memory of this machine is used where it is, if its elements lie side by side.
        private Optional<Resident> resident(DeviceArray array) {
            if (!(array.memory() instanceof SimulatedMemory other)
                    || !other.isOf(machine)
                    || !array.layout().isContiguous()
                    || array.dtype().bits() % Byte.SIZE != 0) {
                return Optional.empty();
            }
            other.checkLive(array.buffer());
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
