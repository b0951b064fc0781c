package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.ipcq.InstallPlan;
import sectile.sim.ipcq.QueueConfig;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// Several sets of queues on one PE, and asking for things without waiting for them.
class QueueSetsTest {
    private static final Place A = new Place(0, 0, 0);
    private static final Place B = new Place(0, 1, 0);
    private static final Place C = new Place(1, 0, 0);
    private static final Shape ONE = Shape.of(1);

    private static InstallPlan plan(String set, Space buffer, Place... places) {
        return InstallPlan.of(set, Wiring.ring(List.of(places)), new QueueConfig(buffer, 2, 64, 16));
    }

    /// Sends its own number E and takes the neighbour's.
    private static Kernel exchange(List<Double> received) {
        return (tl, args) -> {
            tl.send(
                    "E",
                    tl.full(ONE, DType.I32, tl.place().sip() * 10 + tl.place().cube()));
            received.add(tl.item(tl.take("W", ONE, DType.I32), 0));
        };
    }

    @Test
    void aKernelUsesTheQueuesItsLaunchNames() {
        for (Space buffer : Space.values()) {
            try (Machine machine = Machine.open(Topologies.preset("small"))) {
                machine.install(plan("near", buffer, A, B));
                machine.install(plan("far", buffer, A, C));
                List<Double> near = new ArrayList<>();
                List<Double> far = new ArrayList<>();
                machine.submit(exchange(near), place -> KernelArgs.of(), PeSet.of(A, B), "near");
                machine.submit(exchange(far), place -> KernelArgs.of(), PeSet.of(A, C), "far");
                machine.drain();
                assertThat(near).containsExactlyInAnyOrder(0.0, 1.0);
                assertThat(far).containsExactlyInAnyOrder(0.0, 10.0);
                assertThat(machine.statistics().unmatched()).isZero();
            }
        }
    }

    @Test
    void aSetIsInstalledOnceAndAgainAfterItWasTakenAway() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            machine.install(plan("near", Space.TCM, A, B));
            assertThatThrownBy(() -> machine.install(plan("near", Space.TCM, A, B)))
                    .isInstanceOf(DiagnosticException.class)
                    .hasMessageContaining("IPC-301")
                    .hasMessageContaining("`near`");
            machine.uninstall("near", PeSet.of(A, B));
            machine.install(plan("near", Space.TCM, A, B));
            assertThat(machine.queueState(A)).hasSize(2);
        }
    }

    @Test
    void advanceStopsAtWhatIsAwaitedAndTakesAWaitingKernelForNoDeadlock() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            machine.install(plan("near", Space.TCM, A, B));
            List<Double> received = new ArrayList<>();
            Launch first = machine.submit(exchange(received), place -> KernelArgs.of(), PeSet.of(A), "near");
            machine.advance();
            assertThat(first.isDone()).isFalse();
            long before = machine.nowPs();
            Pending delay = machine.submitDelay(1_000_000);
            delay.whenDone(machine::pause);
            machine.submitDelay(5_000_000);
            machine.advance();
            assertThat(machine.nowPs()).isEqualTo(before + 1_000_000);
            machine.submit(exchange(received), place -> KernelArgs.of(), PeSet.of(B), "near");
            machine.drain();
            assertThat(first.isDone()).isTrue();
            assertThat(received).containsExactlyInAnyOrder(0.0, 1.0);
        }
    }

    @Test
    void copiesCanBeUnderWayTogether() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            long address = machine.allocate(Space.HBM, A, 8);
            Pending write = machine.submitWrite(address, NdArray.of(new int[] {3, 4}));
            machine.drain();
            assertThat(write.isDone()).isTrue();
            byte[] bytes = new byte[8];
            Pending read = machine.submitRead(address, bytes);
            assertThat(read.isDone()).isFalse();
            machine.drain();
            assertThat(NdArray.ofBytes(bytes, DType.I32, Shape.of(2)).toLongs()).containsExactly(3, 4);
        }
    }

    @Test
    void aSlowSipTakesLonger() {
        assertThat(mathTime(0.5)).isEqualTo(2 * mathTime(1));
    }

    @Test
    void whatWouldTakeLongerThanThereIsTimeIsAnError() {
        for (double speed : new double[] {1e-15, 1e-300}) {
            assertThatThrownBy(() -> mathTime(speed)).hasMessageContaining("SIM-502");
        }
        var slow = Topologies.preset("small", List.of("pe.components.pe_math.attrs.cycles.other=1000000000000000000"));
        try (Machine machine = Machine.open(slow, MachineOptions.standard())) {
            assertThatThrownBy(() -> machine.launch(
                            (tl, args) -> tl.neg(tl.zeros(Shape.of(64), DType.F32)), KernelArgs.of(), PeSet.of(A)))
                    .hasMessageContaining("SIM-502");
            assertThatThrownBy(() -> machine.submitDelay(Long.MAX_VALUE)).hasMessageContaining("SIM-502");
        }
    }

    private static long mathTime(double speed) {
        Topology topology = Topologies.preset("small", List.of("speeds=[{of: sip0, speed: " + speed + "}]"));
        try (Machine machine = Machine.open(topology, MachineOptions.standard())) {
            LaunchResult result = machine.launch(
                    (tl, args) -> {
                        Handle x = tl.zeros(Shape.of(1 << 16), DType.F32);
                        tl.exp(x);
                    },
                    KernelArgs.of(),
                    PeSet.of(A));
            return result.peExecutionPs();
        }
    }
}
