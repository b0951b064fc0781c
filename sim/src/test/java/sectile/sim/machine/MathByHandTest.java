package sectile.sim.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.base.number.Comparison;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;
import sectile.sim.topology.Topologies;
import sectile.sim.topology.Topology;

/// What every arithmetic operation of a kernel takes on the default machine, from the figures of default.yaml: 4 ns of
/// scheduler, 5 of the vector engine, 128 lanes at 1.6 GHz; 10 of the matrix engine, 16×16×16 at 1.6 GHz.
final class MathByHandTest {
    private static final Place PE = new Place(0, 0, 0);
    private static final Topology DEFAULT = Topologies.preset("default");
    private static final long CYCLE = 625;
    private static final long DISPATCH = 4000;
    private static final long MATH = 5000;
    private static final long GEMM = 10_000;

    private static final Map<DType, Double> MATH_RATES = Map.ofEntries(
            Map.entry(DType.F16, 1.0),
            Map.entry(DType.BF16, 1.0),
            Map.entry(DType.F32, 0.5),
            Map.entry(DType.F64, 0.25),
            Map.entry(DType.I8, 2.0),
            Map.entry(DType.U8, 2.0),
            Map.entry(DType.I16, 1.0),
            Map.entry(DType.U16, 1.0),
            Map.entry(DType.I32, 0.5),
            Map.entry(DType.U32, 0.5),
            Map.entry(DType.I64, 0.25),
            Map.entry(DType.U64, 0.25));

    private static final Map<DType, Double> GEMM_RATES = Map.ofEntries(
            Map.entry(DType.F16, 1.0),
            Map.entry(DType.BF16, 1.0),
            Map.entry(DType.F32, 0.5),
            Map.entry(DType.F64, 0.125),
            Map.entry(DType.I8, 2.0),
            Map.entry(DType.U8, 2.0),
            Map.entry(DType.I16, 1.0),
            Map.entry(DType.U16, 1.0),
            Map.entry(DType.I32, 0.5),
            Map.entry(DType.U32, 0.5),
            Map.entry(DType.I64, 0.125),
            Map.entry(DType.U64, 0.125));

    /// Operations by the cycles they take for a register.
    private static final Map<Integer, List<BiConsumer<Tl, Handle>>> ANY = Map.of(
            1,
            List.of(
                    (tl, x) -> tl.add(x, x),
                    (tl, x) -> tl.add(x, 1),
                    (tl, x) -> tl.sub(x, x),
                    (tl, x) -> tl.mul(x, x),
                    (tl, x) -> tl.mul(x, 3),
                    (tl, x) -> tl.maximum(x, x),
                    (tl, x) -> tl.minimum(x, 2),
                    (tl, x) -> tl.fma(x, x, x),
                    (tl, x) -> tl.clamp(x, 0, 1),
                    (tl, x) -> tl.abs(x),
                    (tl, x) -> tl.neg(x),
                    (tl, x) -> tl.sum(x, 0),
                    (tl, x) -> tl.max(x, 0),
                    (tl, x) -> tl.min(x, 0),
                    (tl, x) -> tl.cast(x, DType.F32),
                    (tl, x) -> tl.compare(Comparison.LT, x, x),
                    (tl, x) -> tl.transpose(x),
                    (tl, x) -> tl.zeros(x.shape(), x.dtype())),
            4,
            List.of((tl, x) -> tl.div(x, tl.full(x.shape(), x.dtype(), 1)), (tl, x) -> tl.div(x, 2)));

    private static final Map<Integer, List<BiConsumer<Tl, Handle>>> FLOATS = Map.of(
            4,
            List.of((tl, x) -> tl.sqrt(x), (tl, x) -> tl.exp(x), (tl, x) -> tl.log(x)),
            6,
            List.of((tl, x) -> tl.sin(x), (tl, x) -> tl.cos(x)),
            8,
            List.of((tl, x) -> tl.sigmoid(x)),
            11,
            List.of((tl, x) -> tl.softmax(x, 0)));

    private static long groups(long elements, DType dtype) {
        return (long) Math.ceil(elements / (128 * MATH_RATES.getOrDefault(dtype, Double.NaN)));
    }

    private static long took(int elements, DType dtype, BiConsumer<Tl, Handle> operation) {
        long[] took = new long[1];
        try (Machine machine = Machine.open(DEFAULT)) {
            machine.launch(
                    (tl, args) -> {
                        Handle x = tl.zeros(Shape.of(elements), dtype);
                        took[0] = -machine.nowPs();
                        operation.accept(tl, x);
                        took[0] += machine.nowPs();
                    },
                    KernelArgs.of(),
                    PeSet.of(PE));
        }
        return took[0];
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64", "I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64"})
    void everyOperationOfEveryType(DType dtype) {
        for (int elements : new int[] {1, 31, 32, 33, 64, 128, 129, 256, 257, 1000}) {
            Map<Integer, List<BiConsumer<Tl, Handle>>> all = new LinkedHashMap<>(ANY);
            if (dtype.isFloat()) {
                FLOATS.forEach((cycles, operations) -> {
                    for (BiConsumer<Tl, Handle> operation : operations) {
                        assertThat(took(elements, dtype, operation))
                                .as("%d cycles, %d × %s", cycles, elements, dtype)
                                .isEqualTo(DISPATCH + MATH + groups(elements, dtype) * cycles * CYCLE);
                    }
                });
            }
            long one = DISPATCH + MATH + groups(elements, dtype) * CYCLE;
            for (BiConsumer<Tl, Handle> operation : all.getOrDefault(1, List.of())) {
                assertThat(took(elements, dtype, operation))
                        .as("%d × %s", elements, dtype)
                        .isEqualTo(one);
            }
            // The second operand of a division by a tile is made first.
            long division = DISPATCH + MATH + groups(elements, dtype) * 4 * CYCLE;
            List<BiConsumer<Tl, Handle>> divisions = all.getOrDefault(4, List.of());
            assertThat(took(elements, dtype, divisions.getFirst())).isEqualTo(one + division);
            assertThat(took(elements, dtype, divisions.getLast())).isEqualTo(division);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64", "I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64"})
    void everyMatrixProduct(DType dtype) {
        int[][] extents = {{1, 1, 1}, {16, 16, 16}, {17, 16, 16}, {16, 33, 50}, {100, 7, 3}};
        for (int[] extent : extents) {
            int m = extent[0];
            int n = extent[1];
            int k = extent[2];
            long[] took = new long[1];
            try (Machine machine = Machine.open(DEFAULT)) {
                machine.launch(
                        (tl, args) -> {
                            Handle a = tl.zeros(Shape.of(m, k), dtype);
                            Handle b = tl.zeros(Shape.of(k, n), dtype);
                            took[0] = -machine.nowPs();
                            tl.dot(a, b);
                            took[0] += machine.nowPs();
                        },
                        KernelArgs.of(),
                        PeSet.of(PE));
            }
            double cycles = Math.ceil(m / 16.0) * Math.ceil(n / 16.0) * Math.ceil(k / 16.0);
            double rate = GEMM_RATES.getOrDefault(dtype, Double.NaN);
            assertThat(took[0])
                    .as("%d×%d×%d %s", m, n, k, dtype)
                    .isEqualTo(DISPATCH + GEMM + (long) Math.ceil(cycles * CYCLE / rate));
        }
    }
}
