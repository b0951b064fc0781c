package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.kernel.Destination;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.RecvFuture;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topologies;

/// The inter-PE queues on the machine.
final class QueueTest {
    private static final Shape FOUR = Shape.of(4);

    private static Machine small() {
        return Machine.open(Topologies.preset("small"));
    }

    private static LaunchResult launch(Machine machine, Kernel kernel, Place... places) {
        return machine.launch(kernel, KernelArgs.of(), PeSet.of(places));
    }

    private static boolean isA(Place place) {
        return place.equals(A);
    }

    @ParameterizedTest
    @EnumSource(Space.class)
    void aRingOfTwoKeepsItsDirectionsApart(Space buffer) {
        try (Machine machine = small()) {
            machine.install(Rings.ring(buffer, 2, 64, A, B));
            double[][] got = new double[2][2];
            launch(
                    machine,
                    (tl, args) -> {
                        int me = isA(tl.place()) ? 0 : 1;
                        // E and W lead to the same peer; what goes E must come in from W.
                        tl.send("E", tl.full(FOUR, DType.F32, 10 + me));
                        tl.send("W", tl.full(FOUR, DType.F32, 20 + me));
                        got[me][0] = tl.item(tl.recv("E", FOUR, DType.F32), 3);
                        got[me][1] = tl.item(tl.recv("W", FOUR, DType.F32), 3);
                    },
                    A,
                    B);
            assertThat(got[0]).containsExactly(21, 11);
            assertThat(got[1]).containsExactly(20, 10);
            assertThat(machine.statistics().unmatched()).isZero();
        }
    }

    @Test
    void aFullRingBlocksTheSenderUntilACreditComes() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(2, 64));
            long[] sent = new long[3];
            long[] taken = new long[1];
            launch(
                    machine,
                    (tl, args) -> {
                        if (isA(tl.place())) {
                            for (int i = 0; i < 3; i++) {
                                tl.send("E", tl.full(FOUR, DType.F32, i));
                                sent[i] = machine.nowPs();
                            }
                        } else {
                            // Long enough that both slots are full and the third send waits.
                            tl.exp(tl.full(Shape.of(1 << 20), DType.F32, 1));
                            tl.recv("W", FOUR, DType.F32);
                            taken[0] = machine.nowPs();
                            tl.recv("W", FOUR, DType.F32);
                            assertThat(tl.item(tl.recv("W", FOUR, DType.F32), 0))
                                    .isEqualTo(2);
                        }
                    },
                    A,
                    B);
            assertThat(sent[1]).isLessThan(taken[0]);
            assertThat(sent[2]).isGreaterThan(taken[0]);
        }
    }

    @Test
    void manyMessagesGoThroughFewSlotsInOrder() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(3, 16));
            List<Double> got = new ArrayList<>();
            launch(
                    machine,
                    (tl, args) -> {
                        for (int i = 0; i < 100; i++) {
                            if (isA(tl.place())) {
                                tl.send("E", tl.full(FOUR, DType.F32, i));
                            } else {
                                got.add(tl.item(tl.recv("W", FOUR, DType.F32), 0));
                            }
                        }
                    },
                    A,
                    B);
            assertThat(got).hasSize(100).isSorted();
            assertThat(machine.queueState(A).getFirst()).contains("head 100").contains("peer tail 100");
        }
    }

    @Test
    void aSecondInstallationIsAnErrorAndUninstallingMakesRoom() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(2, 64));
            assertThatThrownBy(() -> machine.install(Rings.pair(2, 64)))
                    .isInstanceOf(DiagnosticException.class)
                    .hasMessageContaining("IPC-301")
                    .hasMessageContaining("sip0.cube0.pe0");
            machine.uninstall(PeSet.of(A, B));
            machine.install(Rings.pair(8, 128));
            assertThat(machine.queueState(A)).hasSize(2);
        }
    }

    @Test
    void installingTakesSimulatedTime() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(2, 64));
            assertThat(machine.nowPs()).isPositive();
        }
    }

    @Test
    void recvFromAnyDirectionTakesTurns() {
        Place c = new Place(0, 1, 0);
        try (Machine machine = small()) {
            machine.install(Rings.ring(Space.TCM, 4, 64, A, B, c));
            List<Double> got = new ArrayList<>();
            launch(
                    machine,
                    (tl, args) -> {
                        if (isA(tl.place())) {
                            tl.exp(tl.full(Shape.of(1 << 20), DType.F32, 1));
                            for (int i = 0; i < 4; i++) {
                                got.add(tl.item(tl.recv(FOUR, DType.F32), 0));
                            }
                        } else {
                            boolean east = tl.place().equals(B);
                            for (int i = 0; i < 2; i++) {
                                tl.send(east ? "W" : "E", tl.full(FOUR, DType.F32, east ? 1 : 2));
                            }
                        }
                    },
                    A,
                    B,
                    c);
            assertThat(got).containsExactly(1.0, 2.0, 1.0, 2.0);
        }
    }

    @Test
    void futuresMayBeAwaitedInAnyOrderWithoutLosingASlot() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(2, 64));
            List<Double> got = new ArrayList<>();
            launch(
                    machine,
                    (tl, args) -> {
                        if (isA(tl.place())) {
                            for (int i = 0; i < 6; i++) {
                                tl.send("E", tl.full(FOUR, DType.F32, i));
                            }
                            return;
                        }
                        for (int i = 0; i < 3; i++) {
                            RecvFuture first = tl.recvAsync("W", FOUR, DType.F32);
                            RecvFuture second = tl.recvAsync("W", FOUR, DType.F32);
                            got.add(tl.item(tl.await(second), 0));
                            got.add(tl.item(tl.await(first), 0));
                        }
                    },
                    A,
                    B);
            assertThat(got).containsExactly(1.0, 0.0, 3.0, 2.0, 5.0, 4.0);
        }
    }

    @ParameterizedTest
    @EnumSource(Space.class)
    void aReceiveCanCopyToADestination(Space target) {
        try (Machine machine = small()) {
            machine.install(Rings.pair(1, 64));
            long there = machine.allocate(target, B, 64);
            launch(
                    machine,
                    (tl, args) -> {
                        if (isA(tl.place())) {
                            tl.send("E", tl.full(FOUR, DType.F32, 7));
                            tl.send("E", tl.full(FOUR, DType.F32, 8));
                        } else {
                            Handle first = tl.recv("W", FOUR, DType.F32, new Destination(there, target));
                            Handle second = tl.recv("W", FOUR, DType.F32);
                            // The one slot was filled again; the copy is not touched by that.
                            assertThat(tl.item(first, 0)).isEqualTo(7);
                            assertThat(tl.item(second, 0)).isEqualTo(8);
                        }
                    },
                    A,
                    B);
            assertThat(machine.read(there, DType.F32, FOUR).getDouble(2)).isEqualTo(7);
        }
    }

    @Test
    void aSlotThatIsFilledAgainShowsTheNewBytes() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(1, 64));
            launch(
                    machine,
                    (tl, args) -> {
                        if (isA(tl.place())) {
                            tl.send("E", tl.full(FOUR, DType.F32, 7));
                            tl.send("E", tl.full(FOUR, DType.F32, 8));
                        } else {
                            Handle slot = tl.recv("W", FOUR, DType.F32);
                            assertThat(tl.item(slot, 0)).isEqualTo(7);
                            tl.exp(tl.full(Shape.of(1 << 20), DType.F32, 1));
                            // A race in the kernel is a race in the result.
                            assertThat(tl.item(slot, 0)).isEqualTo(8);
                            tl.recv("W", FOUR, DType.F32);
                        }
                    },
                    A,
                    B);
        }
    }

    /// Computes for `cycles` cycles: 4 ns of scheduler, 5 of MATH, 625 ps each.
    private static long compute(Tl tl, int cycles) {
        tl.zeros(Shape.of(64L * cycles), DType.F32);
        return 9000 + 625L * cycles;
    }

    @Test
    void creditsThatComeWhileAKernelComputesCostItNothing() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(1, 64));
            long[] wrong = new long[1];
            launch(
                    machine,
                    (tl, args) -> {
                        Handle x = tl.zeros(FOUR, DType.F32);
                        for (int i = 0; i < 20; i++) {
                            if (isA(tl.place())) {
                                long before = machine.nowPs();
                                // Long enough for a payload to arrive, be taken, and its credit to come back.
                                long computed = compute(tl, 1600);
                                tl.send("E", x);
                                wrong[0] += machine.nowPs() == before + computed + 5000 ? 0 : 1;
                            } else {
                                tl.recv("W", FOUR, DType.F32);
                            }
                        }
                    },
                    A,
                    B);
            assertThat(wrong[0]).isZero();
        }
    }

    @Test
    void messagesThatComeWhileAKernelComputesAreThereAtOnce() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(2, 64));
            long[] wrong = new long[1];
            launch(
                    machine,
                    (tl, args) -> {
                        Handle x = tl.zeros(FOUR, DType.F32);
                        for (int i = 0; i < 20; i++) {
                            if (isA(tl.place())) {
                                tl.send("E", x);
                            } else {
                                long before = machine.nowPs();
                                long computed = compute(tl, 1600);
                                tl.recv("W", FOUR, DType.F32);
                                wrong[0] += machine.nowPs() == before + computed + 5000 ? 0 : 1;
                            }
                        }
                    },
                    A,
                    B);
            assertThat(wrong[0]).isZero();
        }
    }
}
