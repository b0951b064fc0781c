package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.diag.DiagnosticException;
import sectile.base.limit.LimitReached;
import sectile.base.limit.Limits;
import sectile.base.limit.OutOfTime;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;

/// A kernel without an end ends at the limit, with the line it was on, and the machine is usable afterwards.
class LimitsTest {
    private static final PeSet ONE = PeSet.of(List.of(new Place(0, 0, 0)));
    private static final Shape FOUR = Shape.of(4);

    /// Stops itself after a while, because there is no clock here.
    private static final class Fuse {
        private final Limits limits = Limits.none();
        private int left = 100;

        void burn() {
            if (--left == 0) {
                limits.stop(OutOfTime.after(Duration.ofSeconds(30)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLoopOverLoadsEnds(boolean values) {
        Fuse fuse = new Fuse();
        try (Machine machine = open(fuse, values)) {
            long address = machine.allocate(Space.HBM, new Place(0, 0, 0), 64);
            Kernel endless = (tl, args) -> {
                while (true) {
                    fuse.burn();
                    tl.load(address, FOUR, DType.F32);
                }
            };
            assertThatThrownBy(() -> machine.launch(endless, KernelArgs.of(), ONE))
                    .isInstanceOfSatisfying(
                            LimitReached.class,
                            reached -> assertThat(reached.diagnostics()
                                            .getFirst()
                                            .notes()
                                            .toString())
                                    .contains("sip0.cube0.pe0 was in kernel")
                                    .contains("LimitsTest.java:")
                                    .contains("simulated time"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLoopThatNeverWaitsEnds(boolean values) {
        Fuse fuse = new Fuse();
        try (Machine machine = open(fuse, values)) {
            Kernel endless = (tl, args) -> {
                var zeros = tl.zeros(FOUR, DType.F32);
                while (true) {
                    fuse.burn();
                    tl.add(zeros, zeros);
                }
            };
            assertThatThrownBy(() -> machine.launch(endless, KernelArgs.of(), ONE))
                    .isInstanceOfSatisfying(
                            KernelFailure.class,
                            failure -> assertThat(failure.line()).startsWith("LimitsTest.java:"))
                    .hasMessageContaining("LIM-101");
        }
    }

    @Test
    void memoryThatRunsOutInAKernelIsNotAnErrorOfOurs() {
        try (Machine machine = Machine.open(Topologies.preset("small"))) {
            Kernel greedy = (tl, args) -> {
                throw new OutOfMemoryError("Java heap space");
            };
            assertThatThrownBy(() -> machine.launch(greedy, KernelArgs.of(), ONE))
                    .isInstanceOf(DiagnosticException.class)
                    .hasMessageContaining("LIM-103")
                    .hasMessageContaining("--max-memory");
        }
    }

    @Test
    void eventsAreReportedAsProgress() {
        Fuse fuse = new Fuse();
        fuse.left = 1_000_000;
        try (Machine machine = open(fuse, true)) {
            long address = machine.allocate(Space.HBM, new Place(0, 0, 0), 64);
            Kernel busy = (tl, args) -> {
                for (int i = 0; i < 5000; i++) {
                    tl.load(address, FOUR, DType.F32);
                }
            };
            machine.launch(busy, KernelArgs.of(), ONE);
            assertThat(fuse.limits.progress().state().count()).isPositive();
            assertThat(fuse.limits.progress().state().simulatedPs()).isPositive();
        }
    }

    private static Machine open(Fuse fuse, boolean values) {
        return Machine.open(
                Topologies.preset("small"),
                MachineOptions.standard().withData(values).within(fuse.limits));
    }
}
