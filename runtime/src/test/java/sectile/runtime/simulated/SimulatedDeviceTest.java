package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sectile.base.device.DeviceMemory;
import sectile.base.diag.DiagnosticException;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.MemoryConformance;
import sectile.runtime.device.ProgramDevice;
import sectile.sim.machine.Machine;
import sectile.sim.topology.Topologies;

/// SIPs of one machine.
class SimulatedDeviceTest extends MemoryConformance {
    private final Machine machine = Machine.open(Topologies.preset("small", List.of("system.sips.count=2")));

    @Override
    protected ProgramDevice open(int index) {
        return SimulatedDevice.of(machine, index);
    }

    @AfterEach
    void closeMachine() {
        machine.close();
    }

    @Test
    void everySipTakesTheSameTime() {
        var times = new ArrayList<Double>();
        for (SimulatedDevice device : SimulatedDevice.all(machine)) {
            try (LoadedProgram loaded = device.load(scale(2))) {
                times.add(loaded.timed(input(1)).nanoseconds());
            }
            device.close();
        }
        assertThat(times).hasSize(2);
        assertThat(times.getFirst()).isEqualTo(times.getLast());
    }

    @Test
    void aProgramOfMoreRanksThanFollowIsRefused() {
        try (SimulatedDevice last = SimulatedDevice.of(machine, 1)) {
            assertThatExceptionOfType(DiagnosticException.class)
                    .isThrownBy(() -> last.load(scale(2)).run(input(1).on(2)))
                    .withMessageContaining("RUN-103");
        }
    }

    @Test
    void slicesFillUpOneAfterTheOther() {
        try (SimulatedDevice device = SimulatedDevice.of(machine, 0)) {
            DeviceMemory memory = device.ownMemory();
            long slice =
                    machine.topology().memoryMap().hbm() / machine.topology().pesPerCube();
            memory.allocate(slice - 4096);
            memory.allocate(slice - 4096);
            assertThat(memory.used()).isEqualTo(2 * (slice - 4096));
        }
    }
}
