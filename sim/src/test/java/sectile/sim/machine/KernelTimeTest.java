package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.kernel.DeadlockException;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topologies;

/// A kernel may run ahead of the clock between two things that others could notice; no one may notice.
final class KernelTimeTest {
    private static final Shape FOUR = Shape.of(4);
    private static final Shape LARGE = Shape.of(1 << 16);

    private static Machine small() {
        return Machine.open(Topologies.preset("small"));
    }

    /// Spends simulated time without waiting.
    private static void compute(Tl tl, int times) {
        for (int i = 0; i < times; i++) {
            tl.zeros(LARGE, DType.F32);
        }
    }

    @Test
    void aKernelSeesItsOwnTime() {
        try (Machine machine = small()) {
            long[] times = new long[3];
            LaunchResult result = machine.launch(
                    (tl, args) -> {
                        times[0] = machine.nowPs();
                        compute(tl, 1);
                        times[1] = machine.nowPs();
                        compute(tl, 1);
                        times[2] = machine.nowPs();
                    },
                    KernelArgs.of(),
                    PeSet.of(A));
            assertThat(times[1] - times[0]).isPositive().isEqualTo(times[2] - times[1]);
            assertThat(result.lastEndPs()).isEqualTo(times[2]);
        }
    }

    /// The slot of a received message is read when it is used: a later message in the same slot is seen, also when the
    /// receiver has only computed in between.
    @Test
    void aPlaceIsReadAtTheTimeOfItsUse() {
        for (int delay : List.of(0, 200)) {
            try (Machine machine = small()) {
                machine.install(Rings.pair(1, 64));
                double[] seen = new double[1];
                machine.launch(
                        (tl, args) -> {
                            if (tl.place().equals(A)) {
                                tl.send("E", tl.full(FOUR, DType.F32, 1));
                                tl.send("E", tl.full(FOUR, DType.F32, 2));
                            } else {
                                Handle slot = tl.recv("W", FOUR, DType.F32);
                                compute(tl, delay);
                                seen[0] = tl.item(slot, 0);
                                tl.recv("W", FOUR, DType.F32);
                            }
                        },
                        KernelArgs.of(),
                        PeSet.of(A, B));
                assertThat(seen[0]).isEqualTo(delay == 0 ? 1 : 2);
            }
        }
    }

    /// `take` reads the slot before giving it back, however far ahead the kernel is.
    @Test
    void aTakenValueIsNotOverwritten() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(1, 64));
            double[] seen = new double[2];
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            tl.send("E", tl.full(FOUR, DType.F32, 1));
                            tl.send("E", tl.full(FOUR, DType.F32, 2));
                        } else {
                            compute(tl, 100);
                            Handle first = tl.take("W", FOUR, DType.F32);
                            compute(tl, 100);
                            Handle second = tl.take("W", FOUR, DType.F32);
                            seen[0] = tl.item(first, 0);
                            seen[1] = tl.item(second, 0);
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(A, B));
            assertThat(seen).containsExactly(1, 2);
        }
    }

    /// Of two kernels that fail, the one whose time comes first is reported, whichever ran first in the process.
    @Test
    void theEarlierFailureCounts() {
        for (boolean aIsSlow : List.of(true, false)) {
            try (Machine machine = small()) {
                assertThatThrownBy(() -> machine.launch(
                                (tl, args) -> {
                                    boolean slow = tl.place().equals(A) == aIsSlow;
                                    compute(tl, slow ? 50 : 5);
                                    throw new IllegalStateException(slow ? "late" : "early");
                                },
                                KernelArgs.of(),
                                PeSet.of(A, B)))
                        .isInstanceOf(KernelFailure.class)
                        .hasMessageContaining("early");
            }
        }
    }

    @Test
    void aDeadlockIsDatedWhenTheLastKernelGotStuck() {
        try (Machine machine = small()) {
            machine.install(Rings.pair(1, 64));
            long[] stuck = new long[1];
            assertThatThrownBy(() -> machine.launch(
                            (tl, args) -> {
                                if (tl.place().equals(B)) {
                                    compute(tl, 50);
                                    stuck[0] = machine.nowPs();
                                }
                                tl.recv(tl.place().equals(A) ? "E" : "W", FOUR, DType.F32);
                            },
                            KernelArgs.of(),
                            PeSet.of(A, B)))
                    .isInstanceOfSatisfying(
                            DeadlockException.class,
                            deadlock -> assertThat(deadlock.timePs()).isEqualTo(stuck[0]));
        }
    }
}
