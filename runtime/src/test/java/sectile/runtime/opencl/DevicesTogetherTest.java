package sectile.runtime.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.DeviceBuffer;
import sectile.base.device.DeviceMemory;
import sectile.interp.Run;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;
import sectile.runtime.simulated.SimulatedDevice;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// Two OpenCL devices, two SIPs and the host in one process: bytes travel through the memory of each.
class DevicesTogetherTest {
    private static final int BYTES = 10_000;

    @Test
    void bytesTravelThroughAllOfThem() {
        try (Machine machine = Machine.open(Topologies.preset("small", List.of("system.sips.count=2")));
                ProgramDevice first = OpenCls.open(0);
                ProgramDevice second = OpenCls.open(1);
                ProgramDevice sip = SimulatedDevice.of(machine, 0);
                ProgramDevice other = SimulatedDevice.of(machine, 1);
                ProgramDevice host = Hosts.open(0)) {
            byte[] bytes = new byte[BYTES];
            for (int i = 0; i < BYTES; i++) {
                bytes[i] = (byte) (31 * i + 7);
            }
            byte[] expected = bytes.clone();
            var buffers = new ArrayList<DeviceBuffer>();
            List<ProgramDevice> devices = List.of(first, sip, second, host, other);
            for (ProgramDevice device : devices) {
                DeviceMemory memory = device.memory().orElseThrow();
                DeviceBuffer buffer = memory.allocate(BYTES);
                memory.copyTo(buffer, 0, MemorySegment.ofArray(bytes));
                bytes = new byte[BYTES];
                memory.copyFrom(buffer, 0, MemorySegment.ofArray(bytes));
                buffers.add(buffer);
            }
            assertThat(bytes).isEqualTo(expected);
            assertThat(buffers.stream().map(DeviceBuffer::device).distinct()).hasSize(devices.size());
        }
    }

    /// An array travels through all of them, and each multiplies it where it is.
    @Test
    void arraysTravelThroughAllOfThem() {
        try (Machine machine = Machine.open(Topologies.preset("small", List.of("system.sips.count=2")));
                ProgramDevice first = OpenCls.open(0);
                ProgramDevice second = OpenCls.open(1);
                ProgramDevice sip = SimulatedDevice.of(machine, 0);
                ProgramDevice other = SimulatedDevice.of(machine, 1);
                ProgramDevice host = Hosts.open(0)) {
            NdArray start = NdArray.zeros(DType.F32, Shape.of(1, 64));
            start.fill(1L);
            var arrays = new ArrayList<DeviceArray>();
            DeviceArray last = DeviceArray.on(host, start);
            long factor = 2;
            long expected = 1;
            for (ProgramDevice device : List.of(first, sip, second, host, other)) {
                DeviceArray target = DeviceArray.zeros(device, DType.F32, Shape.of(1, 64));
                try (LoadedProgram loaded = device.load(DeviceConformance.scale((int) factor))) {
                    loaded.run(Run.of("main").with("x", last).with("y", target));
                }
                arrays.add(target);
                last = target;
                expected *= factor++;
            }
            assertThat(last.toHost().toDoubles()).containsOnly((double) expected);
            assertThat(arrays.getFirst().to(other).toHost().toDoubles()).containsOnly(2);
            assertThat(arrays.stream().map(DeviceArray::device).distinct()).hasSize(5);
        }
    }
}
