package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.DiagnosticRenderer;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.topology.Topologies;

/// Kernels that wait forever, and kernels that fail: who, where, on what; and the machine afterwards.
final class DeadlockTest {
    private static final Shape FOUR = Shape.of(4);

    private static DeadlockException deadlock(Machine machine, Kernel kernel) {
        return catchThrowableOfType(
                DeadlockException.class, () -> machine.launch(kernel, KernelArgs.of(), PeSet.of(A, B)));
    }

    @ParameterizedTest
    @EnumSource(CoroutineKind.class)
    void aReceiveNobodyFeedsIsReportedWithLineDirectionAndPointers(CoroutineKind kind) {
        try (Machine machine = Machine.open(
                Topologies.preset("small"), MachineOptions.standard().withCoroutines(kind))) {
            machine.install(Rings.pair(2, 64));
            DeadlockException caught = deadlock(machine, (tl, args) -> {
                if (tl.place().equals(A)) {
                    tl.recv("E", FOUR, DType.F32);
                }
            });
            assertThat(caught.graph().nodes()).hasSize(1);
            assertThat(caught.graph().cycle()).isEmpty();
            assertThat(caught.graph().withoutProducer()).hasSize(1);
            String text = new DiagnosticRenderer().renderAll(caught.diagnostics());
            assertThat(text)
                    .contains("SIM-501")
                    .contains("sip0.cube0.pe0 waits for an element of queue `E` from sip0.cube0.pe1 (its `W`);"
                            + " message 0 will be in slot 0 of 2 at TCM sip=0 cube=0 pe=0 +0x0; 0 have arrived")
                    .contains("--> DeadlockTest.java:")
                    .contains("no actor that is left can fill queue `E` from sip0.cube0.pe1")
                    .contains("E -> sip0.cube0.pe1 W: head 0, tail 0, peer head 0, peer tail 0");
        }
    }

    @Test
    void aCycleOfReceiversIsNamed() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            machine.install(Rings.pair(2, 64));
            DeadlockException caught = deadlock(machine, (tl, args) -> tl.recv("W", FOUR, DType.F32));
            assertThat(caught.graph().cycle())
                    .extracting(node -> node.actor().place())
                    .containsExactly(A.toString(), B.toString());
            assertThat(caught.graph().lines().getLast())
                    .isEqualTo("cycle: sip0.cube0.pe0 -> sip0.cube0.pe1 -> sip0.cube0.pe0");
        }
    }

    @Test
    void sendersIntoFullRingsAreNamedToo() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            machine.install(Rings.pair(1, 64));
            DeadlockException caught = deadlock(machine, (tl, args) -> {
                for (int i = 0; i < 2; i++) {
                    tl.send("E", tl.full(FOUR, DType.F32, i));
                }
                tl.recv("W", FOUR, DType.F32);
            });
            assertThat(caught.graph().nodes())
                    .allSatisfy(node -> assertThat(node.waiting().what())
                            .contains("for a free slot of queue `E` to sip0.cube0.pe")
                            .contains("its only slot is in use, and message 1 needs slot 0 of 1 at TCM sip=0"));
        }
    }

    @Test
    void finallyBlocksOfGivenUpKernelsRun() {
        List<String> ran = new ArrayList<>();
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            machine.install(Rings.pair(1, 64));
            deadlock(machine, (tl, args) -> {
                try {
                    tl.recv("W", FOUR, DType.F32);
                } finally {
                    ran.add(tl.place().toString());
                }
            });
        }
        assertThat(ran).containsExactly("sip0.cube0.pe0", "sip0.cube0.pe1");
    }

    @ParameterizedTest
    @EnumSource(CoroutineKind.class)
    void aMachineIsUsableAfterADeadlockAndAfterAFailure(CoroutineKind kind) {
        try (Machine machine = Machine.open(
                Topologies.preset("small"), MachineOptions.standard().withCoroutines(kind))) {
            machine.install(Rings.pair(1, 64));
            Kernel good = (tl, args) -> {
                tl.send("E", tl.full(FOUR, DType.F32, tl.place().pe()));
                assertThat(tl.item(tl.recv("W", FOUR, DType.F32), 0))
                        .isEqualTo(1 - tl.place().pe());
            };
            LaunchResult before = machine.launch(good, KernelArgs.of(), PeSet.of(A, B));
            deadlock(machine, (tl, args) -> {
                tl.send("E", tl.full(FOUR, DType.F32, 1));
                tl.send("E", tl.full(FOUR, DType.F32, 2));
            });
            KernelFailure failure = catchThrowableOfType(
                    KernelFailure.class,
                    () -> machine.launch(
                            (tl, args) -> {
                                tl.send("E", tl.full(FOUR, DType.F32, 1));
                                if (tl.place().equals(B)) {
                                    throw new IllegalStateException("on purpose");
                                }
                            },
                            KernelArgs.of(),
                            PeSet.of(A, B)));
            assertThat(failure.place()).isEqualTo(B);
            assertThat(failure.line()).startsWith("DeadlockTest.java:");
            assertThat(failure).hasMessageContaining("KER-301").hasMessageContaining("on purpose");
            LaunchResult after = machine.launch(good, KernelArgs.of(), PeSet.of(A, B));
            assertThat(after.latencyPs()).isEqualTo(before.latencyPs());
        }
    }
}
