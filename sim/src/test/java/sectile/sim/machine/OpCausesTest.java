package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static sectile.sim.machine.Rings.A;
import static sectile.sim.machine.Rings.B;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.path.Cause;
import sectile.sim.path.Tracing;
import sectile.sim.topology.Topologies;
import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// What operations of kernels begin after, on a machine that is traced.
final class OpCausesTest {
    private static final Shape TILE = Shape.of(8, 8);

    private static final class Log implements OpListener {
        private final List<Op> ops = new ArrayList<>();

        @Override
        public void op(Op op) {
            ops.add(op);
        }

        List<Cause> causes(Place place, Lane lane) {
            return ops.stream()
                    .filter(op -> op.place().equals(place) && op.lane() == lane)
                    .map(Op::after)
                    .toList();
        }
    }

    private final Log log = new Log();

    private Machine machine(Tracing tracing) {
        return Machine.open(
                Topologies.preset("small"),
                MachineOptions.standard().withListener(log).traced(tracing));
    }

    @Test
    void launchThenOperands() {
        for (Tracing tracing : List.of(Tracing.PATH, Tracing.ALL)) {
            log.ops.clear();
            try (Machine machine = machine(tracing)) {
                long memory = machine.allocate(Space.HBM, A, 4096);
                machine.launch(
                        (tl, args) -> {
                            var x = tl.load(memory, TILE, DType.F32);
                            tl.store(memory, tl.dot(x, tl.add(x, x)));
                        },
                        KernelArgs.of(),
                        PeSet.of(A));
            }
            assertThat(log.causes(A, Lane.SCHEDULER))
                    .containsExactly(Cause.LAUNCH, Cause.OPERAND, Cause.OPERAND, Cause.OPERAND);
            assertThat(log.causes(A, Lane.DMA_IN)).containsExactly(Cause.LAUNCH);
            assertThat(log.causes(A, Lane.MATH)).containsExactly(Cause.OPERAND);
            assertThat(log.causes(A, Lane.GEMM)).containsExactly(Cause.OPERAND);
            assertThat(log.causes(A, Lane.DMA_OUT)).containsExactly(Cause.OPERAND);
        }
    }

    /// A sends two messages of so many elements to B.
    private void twoMessages(int slots, int elements) {
        Shape shape = Shape.of(elements);
        try (Machine machine = machine(Tracing.ALL)) {
            machine.install(Rings.pair(slots, (long) elements * Float.BYTES));
            log.ops.clear();
            machine.launch(
                    (tl, args) -> {
                        if (tl.place().equals(A)) {
                            var x = tl.zeros(shape, DType.F32);
                            tl.send("E", x);
                            tl.send("E", x);
                        } else {
                            tl.recv("W", shape, DType.F32);
                            tl.recv("W", shape, DType.F32);
                        }
                    },
                    KernelArgs.of(),
                    PeSet.of(A, B));
        }
    }

    @Test
    void withOneSlotTheSecondMessageWaitsForItsCredit() {
        twoMessages(1, 256);
        assertThat(log.causes(A, Lane.IPCQ)).containsExactly(Cause.OPERAND, Cause.CREDIT);
        assertThat(log.causes(B, Lane.IPCQ)).containsExactly(Cause.MESSAGE, Cause.MESSAGE);
    }

    @Test
    void aLongMessageKeepsTheEngineFromTheNext() {
        twoMessages(4, 16384);
        assertThat(log.causes(A, Lane.DMA_OUT)).containsExactly(Cause.OPERAND, Cause.ENGINE);
    }

    @Test
    void aKernelWaitsForThePeThatRunsAnother() {
        Kernel kernel = (tl, args) -> tl.zeros(Shape.of(100_000), DType.F32);
        try (Machine machine = machine(Tracing.ALL)) {
            Launch first = machine.submit(kernel, KernelArgs.of(), PeSet.of(A));
            Launch second = machine.submit(kernel, KernelArgs.of(), PeSet.of(A));
            while (!second.isDone()) {
                machine.advance();
            }
            assertThat(first.isDone()).isTrue();
        }
        assertThat(log.causes(A, Lane.MATH)).containsExactly(Cause.LAUNCH, Cause.CORE);
    }

    @Test
    void nothingIsSaidWithoutATrace() {
        try (Machine machine = machine(Tracing.OFF)) {
            machine.launch((tl, args) -> tl.zeros(TILE, DType.F32), KernelArgs.of(), PeSet.of(A));
        }
        assertThat(log.ops).isNotEmpty().allSatisfy(op -> assertThat(op.after()).isNull());
    }
}
