package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.memory.Mmu;
import sectile.sim.topology.Topologies;

/// What memory knows of the elements it holds, and what kernels may therefore store there.
final class ElementTypeTest {
    private static final Place PE = new Place(0, 0, 0);
    private static final Shape SQUARE = Shape.of(4, 4);

    private static Machine machine(boolean data) {
        return Machine.open(Topologies.preset("flat"), MachineOptions.standard().withData(data));
    }

    private static void run(Machine machine, long pointer, Kernel kernel) {
        machine.launch(kernel.repeatable(), KernelArgs.of(pointer), PeSet.of(PE));
    }

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16", "F32", "F64", "I8", "I32"})
    void aProductHasTheTypeOfItsOperands(DType dtype) {
        try (Machine machine = machine(true)) {
            long out = machine.allocate(Space.HBM, PE, dtype, 16);
            long next = machine.allocate(Space.HBM, PE, dtype, 16);
            machine.write(next, NdArray.zeros(dtype, SQUARE));
            run(machine, out, (tl, args) -> {
                Handle product = tl.dot(tl.full(SQUARE, dtype, 2), tl.full(SQUARE, dtype, 3));
                assertThat(product.dtype()).isEqualTo(dtype);
                tl.store(args.pointer(0), product);
            });
            assertThat(machine.read(out, dtype, SQUARE).toDoubles()).containsOnly(24);
            assertThat(machine.read(next, dtype, SQUARE).toDoubles()).containsOnly(0);
        }
    }

    @Test
    void aProductIsRoundedOnce() {
        try (Machine machine = machine(true)) {
            long out = machine.allocate(Space.HBM, PE, DType.F16, 1);
            // A sum in f16 would stay at 2048.
            run(machine, out, (tl, args) -> {
                Handle ones = tl.full(Shape.of(1, 2050), DType.F16, 1);
                tl.store(args.pointer(0), tl.dot(ones, tl.full(Shape.of(2050, 1), DType.F16, 1)));
            });
            assertThat(machine.read(out, DType.F16, Shape.of(1)).toDoubles()).containsExactly(2050);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStoreOfAnotherTypeIsRefused(boolean data) {
        try (Machine machine = machine(data)) {
            long out = machine.allocate(Space.HBM, PE, DType.F16, 16);
            Kernel kernel = (tl, args) -> tl.store(
                    args.pointer(0), tl.dot(tl.zeros(SQUARE, DType.F16), tl.zeros(SQUARE, DType.F16), DType.F32));
            assertThatThrownBy(() -> run(machine, out, kernel))
                    .hasMessageContaining("KER-214")
                    .hasMessageContaining("store of f32 4x4 into a buffer of f16")
                    .hasMessageContaining("cast the value to f16");
            // What a block held before it was freed no longer counts.
            machine.free(out);
            assertThat(machine.allocate(Space.HBM, PE, 64)).isEqualTo(out);
            run(machine, out, kernel);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void virtualAddressesLeadToTheTypesOfWhatTheyMap(boolean data) {
        try (Machine machine = machine(data)) {
            long halves = machine.allocate(Space.HBM, PE, DType.F16, 16);
            long words = machine.allocate(Space.HBM, PE, DType.I32, 16);
            long base = machine.allocateVirtual(0, 96);
            machine.map(
                    PeSet.of(PE),
                    place -> List.of(new Mmu.Entry(base, 32, halves), new Mmu.Entry(base + 32, 64, words)));
            run(machine, base, (tl, args) -> {
                tl.store(args.pointer(0), tl.zeros(Shape.of(16), DType.F16));
                tl.store(args.pointer(0) + 32, tl.zeros(Shape.of(16), DType.I32));
            });
            assertThatThrownBy(() -> run(
                            machine, base, (tl, args) -> tl.store(args.pointer(0), tl.zeros(Shape.of(4), DType.I32))))
                    .hasMessageContaining("store of i32 4 into a buffer of f16");
            assertThatThrownBy(() -> run(
                            machine,
                            base,
                            (tl, args) -> tl.store(args.pointer(0) + 32, tl.zeros(Shape.of(4), DType.F16))))
                    .hasMessageContaining("store of f16 4 into a buffer of i32");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAccessEndsWhereItsBufferDoes(boolean data) {
        try (Machine machine = machine(data)) {
            long x = machine.allocate(Space.HBM, PE, DType.F32, 16);
            machine.allocate(Space.HBM, PE, DType.F32, 16);
            run(
                    machine,
                    x,
                    (tl, args) -> tl.store(args.pointer(0) + 32, tl.load(args.pointer(0), Shape.of(8), DType.F32)));
            assertThatThrownBy(() ->
                            run(machine, x, (tl, args) -> tl.load(args.pointer(0) + 4, Shape.of(16), DType.F32)))
                    .hasMessageContaining("KER-215")
                    .hasMessageContaining("60 bytes are left of the 64 bytes of f32");
            assertThatThrownBy(() -> run(
                            machine, x, (tl, args) -> tl.store(args.pointer(0) + 60, tl.zeros(Shape.of(2), DType.F32))))
                    .hasMessageContaining("KER-215");
        }
    }
}
