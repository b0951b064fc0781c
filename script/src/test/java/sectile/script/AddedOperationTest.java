package sectile.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.SourceFile;
import sectile.base.number.TileMath;
import sectile.sim.Place;
import sectile.sim.component.MathOp;
import sectile.sim.functional.FunctionalRun;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.kernel.TlOperation;
import sectile.sim.kernel.TlTable;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// An operation of `tl` is one row of the table: text kernels have it in the functional run and on the machine.
class AddedOperationTest {
    private static final TlOperation SQUARE =
            TlOperation.unary("square", MathOp.MUL, a -> TileMath.mul(a, a), "The product with itself.");
    private static final NdArray INPUT = NdArray.of(DType.F32, Shape.of(4), 1, 2, 3, 4);
    private static final NdArray SQUARES = NdArray.of(DType.F32, Shape.of(4), 1, 4, 9, 16);

    private static Kernel kernel(String expression) {
        String text = """
                def kernel(p, n, tl):
                    x = tl.load(p, (n,), "f32")
                    tl.store(p, %s)
                """.formatted(expression);
        return Script.load(
                        new SourceFile("square.py", text),
                        Optional.empty(),
                        TlTable.standard().with(SQUARE),
                        line -> {})
                .kernel();
    }

    @Test
    void functionalRun() {
        List<NdArray> outputs = FunctionalRun.run(
                kernel("tl.square(x)"), Wiring.ring(FunctionalRun.ranks(1)), List.of(INPUT), KernelArgs.of());
        assertThat(outputs.getFirst()).isEqualTo(SQUARES);
    }

    @Test
    void machineComputesItAndChargesItsCostKey() {
        assertThat(onMachine("tl.square(x)")).isEqualTo(onMachine("x * x"));
    }

    private record Result(NdArray memory, long time) {}

    private static Result onMachine(String expression) {
        Topology small = Topologies.preset("small");
        Place first = new Place(0, 0, 0);
        try (Machine machine = Machine.open(small)) {
            long address = machine.allocate(Space.HBM, first, 16);
            machine.write(address, INPUT);
            var times = machine.launch(kernel(expression), KernelArgs.of(address, 4), PeSet.of(first));
            NdArray memory = machine.read(address, DType.F32, Shape.of(4));
            assertThat(memory).isEqualTo(SQUARES);
            return new Result(memory, times.latencyPs());
        }
    }
}
