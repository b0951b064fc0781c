package sectile.dist.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.ReduceOp;

/// Inputs are exact whatever is done with them, and every rank's matter.
class InputsTest {
    private static final List<DType> TYPES =
            List.of(DType.F16, DType.BF16, DType.F32, DType.F64, DType.I8, DType.U8, DType.I32, DType.U32, DType.I64);

    static Stream<Arguments> cases() {
        List<Arguments> cases = new ArrayList<>();
        for (DType dtype : TYPES) {
            for (int world : List.of(1, 2, 7, 64)) {
                for (int arrays : List.of(1, 8)) {
                    cases.add(Arguments.of(dtype, world, arrays));
                }
            }
        }
        return cases.stream();
    }

    private static Inputs inputs(Collective collective, DType dtype, ReduceOp op, int world, int arrays, long seed) {
        return Inputs.of(new CollectiveWorkload(collective, 8, dtype, op, CclConfig.builtin()), seed, world, arrays);
    }

    /// By position, the numbers of all participants of an all-reduce, rank by rank.
    private static double[][] columns(DType dtype, ReduceOp op, int world, int arrays, int positions) {
        Inputs inputs = inputs(Collective.ALL_REDUCE, dtype, op, world, arrays, 1);
        double[][] columns = new double[positions][world * arrays];
        for (int i = 0; i < world * arrays; i++) {
            float[] made = new float[positions];
            inputs.fill(i / arrays, i % arrays, 1000, made);
            double[] held = inputs.values(dtype, i / arrays, i % arrays, 1000, positions)
                    .toDoubles();
            for (int position = 0; position < positions; position++) {
                columns[position][i] = made[position];
            }
            assertThat(held)
                    .isEqualTo(IntStream.range(0, positions)
                            .mapToDouble(p -> made[p])
                            .toArray());
        }
        return columns;
    }

    private static double[] amounts(double[] column) {
        return Arrays.stream(column).map(Math::abs).toArray();
    }

    private static Set<Integer> others(double[] column, double value) {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < column.length; i++) {
            if (column[i] != value) {
                found.add(i);
            }
        }
        return found;
    }

    /// Partial sums are at most the sum of all amounts.
    @ParameterizedTest
    @MethodSource("cases")
    void sumsAreExactAndEverybodyHasAShare(DType dtype, int world, int arrays) {
        Set<Integer> counted = new HashSet<>();
        for (double[] column : columns(dtype, ReduceOp.SUM, world, arrays, 64)) {
            double all = Arrays.stream(amounts(column)).sum();
            assertThat(all).isPositive().isLessThanOrEqualTo((double) Numbers.whole(dtype));
            assertThat(Math.abs(Arrays.stream(column).sum())).isEqualTo(all);
            counted.addAll(others(column, 0));
        }
        assertThat(counted).hasSize(world * arrays);
    }

    /// What has no sign has nothing but doublings, and so fewer turns.
    @ParameterizedTest
    @MethodSource("cases")
    void productsAreExactAndEverybodyHasAShare(DType dtype, int world, int arrays) {
        Set<Integer> counted = new HashSet<>();
        for (double[] column : columns(dtype, ReduceOp.PROD, world, arrays, 400)) {
            int[] exponents = Arrays.stream(column).mapToInt(Math::getExponent).toArray();
            double[] powers = Arrays.stream(exponents)
                    .mapToDouble(e -> Math.scalb(1.0, e))
                    .toArray();
            assertThat(amounts(column)).isEqualTo(powers);
            assertThat(Arrays.stream(exponents).map(Math::abs).sum())
                    .isPositive()
                    .isLessThanOrEqualTo(Numbers.doublings(dtype));
            counted.addAll(others(column, 1));
        }
        assertThat(counted).hasSize(world * arrays);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneIsBeyondAllOthersAndEverybodyIsThatOne(DType dtype, int world, int arrays) {
        for (ReduceOp op : List.of(ReduceOp.MAX, ReduceOp.MIN)) {
            List<Integer> best = new ArrayList<>();
            for (double[] column : columns(dtype, op, world, arrays, world * arrays)) {
                double result = Arrays.stream(column).reduce(op::combine).orElseThrow();
                List<Integer> found = IntStream.range(0, column.length)
                        .filter(i -> column[i] == result)
                        .boxed()
                        .toList();
                assertThat(found).hasSize(1);
                best.addAll(found);
            }
            assertThat(best).doesNotHaveDuplicates();
            assertThat(best.stream().limit(world).map(participant -> participant / arrays))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void seedRankArrayAndPositionMatter() {
        for (DType dtype : TYPES) {
            for (ReduceOp op : ReduceOp.values()) {
                for (Collective collective : List.of(Collective.ALL_REDUCE, Collective.ALL_GATHER)) {
                    Inputs inputs = inputs(collective, dtype, op, 4, 2, 1);
                    Set<String> different = new HashSet<>();
                    for (int participant = 0; participant < 8; participant++) {
                        different.add(sequence(inputs, dtype, participant / 2, participant % 2, 0));
                    }
                    different.add(sequence(inputs, dtype, 0, 0, 64));
                    different.add(sequence(inputs(collective, dtype, op, 4, 2, 2), dtype, 0, 0, 0));
                    assertThat(different).as("%s %s %s", collective, op, dtype).hasSize(10);
                    assertThat(sequence(inputs(collective, dtype, op, 4, 2, 1), dtype, 0, 0, 0))
                            .isEqualTo(sequence(inputs, dtype, 0, 0, 0));
                }
            }
        }
    }

    /// What is made in one piece and in several is the same.
    @Test
    void everyElementStandsForItself() {
        for (ReduceOp op : ReduceOp.values()) {
            Inputs inputs = inputs(Collective.ALL_REDUCE, DType.BF16, op, 64, 8, 1);
            float[] whole = new float[100];
            inputs.fill(5, 3, 0, whole);
            float[] piece = new float[33];
            inputs.fill(5, 3, 60, piece);
            assertThat(piece).isEqualTo(Arrays.copyOfRange(whole, 60, 93));
        }
    }

    private static String sequence(Inputs inputs, DType dtype, int rank, int array, long start) {
        return Arrays.toString(inputs.values(dtype, rank, array, start, 64).toDoubles());
    }
}
