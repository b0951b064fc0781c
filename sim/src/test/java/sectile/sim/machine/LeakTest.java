package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.coroutine.CoroutineKind;
import sectile.base.diag.DiagnosticException;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.AllocationError;

/// Nothing stays behind: of runs that fail, of blocks that are freed, of machines that are closed.
final class LeakTest {
    private static final Place A = World.A;
    private static final Shape FOUR = Shape.of(4);

    private static final class Counts {
        private int begun;
        private int ended;
    }

    /// Ways to fail; each leaves other kernels waiting.
    private static Kernel failing(int way, Counts counts, Object held) {
        return (tl, args) -> {
            counts.begun++;
            try {
                boolean first = tl.place().equals(A);
                switch (way) {
                    case 0 -> tl.recv("E", FOUR, DType.F32);
                    case 1 -> {
                        if (first) {
                            tl.zeros(Shape.of(1 << 10), DType.F32);
                            throw new IllegalStateException("on purpose " + held.hashCode());
                        }
                        tl.recv("W", FOUR, DType.F32);
                    }
                    case 2 -> {
                        tl.send("E", tl.zeros(FOUR, DType.F32));
                        tl.recv("W", FOUR, DType.I32);
                    }
                    case 3 -> {
                        for (int i = 0; i < 5; i++) {
                            tl.send("E", tl.zeros(FOUR, DType.F32));
                        }
                    }
                    default -> tl.load(1L << 40, FOUR, DType.F32);
                }
            } finally {
                counts.ended++;
            }
        };
    }

    @ParameterizedTest
    @EnumSource(CoroutineKind.class)
    void aThousandFailedRunsLeaveNothing(CoroutineKind kind) {
        Counts counts = new Counts();
        List<WeakReference<Object>> held = new ArrayList<>();
        try (World world = new World(MachineOptions.standard().withCoroutines(kind))) {
            long sound = world.soundKernelPs();
            long free = largest(world.machine(), Space.TCM);
            for (int i = 0; i < 1000; i++) {
                Object big = new byte[1 << 16];
                held.add(new WeakReference<>(big));
                Kernel kernel = failing(i % 5, counts, big);
                assertThatThrownBy(() -> world.launch(kernel, World.A, World.B))
                        .isInstanceOf(DiagnosticException.class);
            }
            assertThat(counts.begun).isGreaterThan(1000).isEqualTo(counts.ended);
            assertThat(world.soundKernelPs()).as("the machine is sound").isEqualTo(sound);
            assertThat(world.machine().statistics().unmatched()).isZero();
            assertThat(largest(world.machine(), Space.TCM)).isEqualTo(free);
            System.gc();
            assertThat(held.stream().filter(reference -> reference.get() != null))
                    .as("what failed kernels held")
                    .hasSizeLessThan(5);
        }
    }

    private static long largest(Machine machine, Space space) {
        try {
            machine.allocate(space, A, 1L << 50);
            throw new AssertionError("a petabyte was free");
        } catch (AllocationError e) {
            return e.largest();
        }
    }

    @Test
    void blocksAndVirtualRangesComeBack() {
        try (Machine machine = Machine.open(World.SMALL)) {
            List<Long> first = new ArrayList<>();
            for (int round = 0; round < 3; round++) {
                List<Long> addresses = new ArrayList<>();
                for (Space space : Space.values()) {
                    for (int i = 0; i < 100; i++) {
                        addresses.add(machine.allocate(space, A, 1 + 37 * i));
                    }
                }
                addresses.forEach(machine::free);
                for (int i = 0; i < 100; i++) {
                    addresses.add(machine.allocateVirtual(0, 1 + 4097 * i));
                }
                addresses.subList(300, 400).forEach(address -> machine.freeVirtual(0, address));
                if (round == 0) {
                    first = addresses;
                } else {
                    assertThat(addresses).isEqualTo(first);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(CoroutineKind.class)
    void closingEndsKernelsThatWait(CoroutineKind kind) {
        Counts counts = new Counts();
        try (World world = new World(MachineOptions.standard().withCoroutines(kind))) {
            world.machine().submit(failing(0, counts, ""), KernelArgs.of(), PeSet.of(World.A, World.B));
            world.machine().advance();
            assertThat(counts.begun).isEqualTo(2);
            assertThat(counts.ended).isZero();
        }
        assertThat(counts.ended).isEqualTo(2);
    }

    @Test
    void aClosedMachineIsForgotten() {
        List<WeakReference<Machine>> machines = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            try (World world = new World(MachineOptions.standard())) {
                world.soundKernelPs();
                machines.add(new WeakReference<>(world.machine()));
            }
        }
        System.gc();
        assertThat(machines.stream().filter(reference -> reference.get() != null))
                .hasSizeLessThan(2);
    }
}
