package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.KernelFailure;
import sectile.sim.kernel.Space;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;
import sectile.sim.trace.Mark;
import sectile.sim.trace.Op;
import sectile.sim.trace.OpListener;

/// Marks name what happens after them, and change nothing else.
final class MarkTest {
    private static final Topology SMALL = Topologies.preset("small");
    private static final Place A = new Place(0, 0, 0);
    private static final Shape TILE = Shape.of(8, 8);

    private static final class Log implements OpListener {
        private final List<Op> ops = new ArrayList<>();
        private final List<Mark> marks = new ArrayList<>();

        @Override
        public void op(Op op) {
            ops.add(op);
        }

        @Override
        public void marked(Mark mark) {
            marks.add(mark);
        }

        @Override
        public boolean wantsMarks() {
            return true;
        }
    }

    private static Kernel kernel(long memory, boolean marked) {
        return (tl, args) -> {
            if (marked) {
                tl.mark("in");
            }
            Handle x = tl.load(memory, TILE, DType.F32);
            if (marked) {
                tl.mark("step", 2);
            }
            tl.store(memory, tl.add(x, x));
        };
    }

    @Test
    void operationsCarryThePhaseTheyWereAskedForIn() {
        Log log = new Log();
        try (Machine machine = Machine.open(SMALL, MachineOptions.standard().withListener(log))) {
            long memory = machine.allocate(Space.HBM, A, 4096);
            machine.mark("layer 1");
            LaunchResult result = machine.launch(kernel(memory, true), KernelArgs.of(), PeSet.of(A));
            machine.mark("");
            machine.launch(kernel(memory, false), KernelArgs.of(), PeSet.of(A));
            assertThat(log.ops.stream().filter(op -> op.name().equals("load")).map(Op::phase))
                    .containsExactly("layer 1 · in", "");
            assertThat(log.ops.stream().filter(op -> op.name().equals("add")).map(Op::phase))
                    .containsExactly("layer 1 · step 2", "");
            assertThat(log.ops.stream().filter(op -> op.name().equals("store")).map(Op::phase))
                    .containsExactly("layer 1 · step 2", "");
            assertThat(log.marks)
                    .extracting(Mark::name)
                    .containsExactly("layer 1", "layer 1", "layer 1 · in", "layer 1 · step 2", "", "");
            assertThat(log.marks.get(1).timePs()).isEqualTo(result.firstStartPs());
            assertThat(log.marks.get(4).timePs()).isEqualTo(result.lastEndPs());
        }
    }

    @Test
    void marksTakeNoTimeAndLeaveTheTraceAsItIs() {
        List<String> hashes = new ArrayList<>();
        for (boolean marked : List.of(false, true)) {
            for (boolean heard : List.of(false, true)) {
                MachineOptions options = MachineOptions.standard().withData(false);
                try (Machine machine = Machine.open(SMALL, heard ? options.withListener(new Log()) : options)) {
                    long memory = machine.allocate(Space.HBM, A, 4096);
                    LaunchResult result =
                            machine.launch(kernel(memory, marked).repeatable(), KernelArgs.of(), PeSet.of(A));
                    hashes.add(result.latencyPs() + " " + machine.statistics().traceHash());
                }
            }
        }
        assertThat(hashes).hasSize(4).containsOnly(hashes.getFirst());
    }

    @Test
    void aMarkHasAName() {
        try (Machine machine = Machine.open(SMALL)) {
            assertThatThrownBy(() -> machine.launch((tl, args) -> tl.mark(" "), KernelArgs.of(), PeSet.of(A)))
                    .isInstanceOf(KernelFailure.class)
                    .hasMessageContaining("the name of a mark is blank");
        }
    }
}
