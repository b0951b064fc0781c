package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

final class ReductionTest {
    private static final Shape[] SHAPES = {
        Shape.of(7),
        Shape.of(3000),
        Shape.of(4, 5),
        Shape.of(3, 40, 2),
        Shape.of(2, 3, 1500),
        Shape.of(2, 1, 3, 4),
        Shape.of(0, 4)
    };

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64", "I8", "I32", "U64", "I4"})
    void everyAxisAgreesWithThePlainLoop(DType dtype) {
        for (Shape shape : SHAPES) {
            Tile a = dtype.isFloat() ? Exact.random(dtype, shape, 1) : Exact.randomBits(dtype, shape, 1);
            for (int axis = 0; axis < shape.rank(); axis++) {
                for (Reduction op : Reduction.values()) {
                    boolean undefined = shape.dim(axis) == 0 && !op.hasEmptyResult();
                    if (!undefined) {
                        assertThat(TileMath.reduce(op, a, axis, true))
                                .as("%s of %s %s along %s", op, dtype, shape, axis)
                                .isEqualTo(plain(op, a, axis));
                    }
                }
            }
        }
    }

    @Test
    void theAxisDisappearsUnlessKept() {
        Tile a = Exact.random(DType.F32, Shape.of(2, 3, 4), 1);
        assertThat(TileMath.sum(a, 1).shape()).isEqualTo(Shape.of(2, 4));
        assertThat(TileMath.sum(a, -1).shape()).isEqualTo(Shape.of(2, 3));
        assertThat(TileMath.reduce(Reduction.MAX, a, 0, true).shape()).isEqualTo(Shape.of(1, 3, 4));
        assertThat(TileMath.min(a).shape()).isEqualTo(Shape.scalar());
    }

    @Test
    void halfSumsAreExactBeforeTheOneRounding() {
        // 2048 ones and one half: accumulating in f16 would stick at 2048.
        float[] values = new float[2049];
        Arrays.fill(values, 1);
        values[2048] = 2.5f;
        assertThat(TileMath.sum(Tile.ofFloats(DType.F16, Shape.of(2049), values))
                        .doubleAt())
                .isEqualTo(2050);
    }

    @Test
    void nanTravels() {
        Tile a = Tile.ofFloats(DType.F32, Shape.of(2, 2), 1, Float.NaN, 3, 4);
        assertThat(TileMath.max(a, 1).toFloats()).containsExactly(Float.NaN, 4);
        assertThat(TileMath.min(a, 0).toFloats()).containsExactly(1, Float.NaN);
        assertThat(TileMath.sum(a).doubleAt()).isNaN();
    }

    @Test
    void thePositionIsThatOfTheFirstExtreme() {
        Tile a = Tile.ofDoubles(DType.F16, Shape.of(4, 3), 1, 2, 2, -0.0, 0, 0, 3, Double.NaN, 4, 0, -0.0, 1);
        assertThat(TileMath.reduce(Reduction.ARGMAX, a, 1, false).toLongs()).containsExactly(1, 1, 1, 2);
        assertThat(TileMath.reduce(Reduction.ARGMIN, a, 1, false).toLongs()).containsExactly(0, 0, 1, 1);
    }

    @Test
    void nothingHasASumButNoMaximum() {
        Tile none = Tile.zeros(DType.F32, Shape.of(3, 0));
        assertThat(TileMath.sum(none, 1).toFloats()).containsExactly(0, 0, 0);
        assertThat(TileMath.sum(none).doubleAt()).isZero();
        assertThatThrownBy(() -> TileMath.max(none, 1))
                .hasMessageContaining("KER-109")
                .hasMessageContaining("3x0");
    }

    @Test
    void axesAreChecked() {
        Tile a = Tile.zeros(DType.F32, Shape.of(2, 3));
        assertThatThrownBy(() -> TileMath.sum(a, 2))
                .hasMessageContaining("KER-105")
                .hasMessageContaining("-2 to 1");
        assertThatThrownBy(() -> TileMath.softmax(Tile.scalar(DType.F32, 1.0), 0))
                .hasMessageContaining("no axes");
        assertThatThrownBy(() -> TileMath.sum(Tile.zeros(DType.BOOL, Shape.of(2))))
                .hasMessageContaining("KER-103");
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64"})
    void softmaxFollowsItsDefinition(DType dtype) {
        Tile a = TileMath.mul(Exact.random(dtype, Shape.of(3, 50, 4), 1), 20);
        double epsilon =
                dtype == DType.F16 ? 0x1p-11 : dtype == DType.BF16 ? 0x1p-8 : dtype == DType.F32 ? 0x1p-24 : 0x1p-50;
        for (int axis = 0; axis < 3; axis++) {
            double[] found = TileMath.softmax(a, axis).toDoubles();
            Tile e = TileMath.exp(TileMath.cast(a, DType.F64));
            Tile expected = TileMath.div(e, TileMath.reduce(Reduction.SUM, e, axis, true));
            double[] values = expected.toDoubles();
            for (int i = 0; i < values.length; i++) {
                assertThat(found[i]).isCloseTo(values[i], within(values[i] * epsilon * 1.001 + 0x1p-25));
            }
        }
    }

    @Test
    void softmaxOfLargeNumbersDoesNotOverflow() {
        Tile a = Tile.ofFloats(DType.F16, Shape.of(2), 65504, 65504);
        assertThat(TileMath.softmax(a, 0).toFloats()).containsExactly(0.5f, 0.5f);
    }

    private static Tile plain(Reduction op, Tile a, int axis) {
        long[] dims = a.shape().toArray();
        dims[axis] = 1;
        Shape kept = Shape.of(dims);
        DType dtype = a.dtype();
        double[] doubles = new double[(int) kept.elements()];
        long[] longs = new long[doubles.length];
        long[] positions = new long[doubles.length];
        Arrays.fill(doubles, op == Reduction.PROD ? 1 : 0);
        Arrays.fill(longs, op == Reduction.PROD ? 1 : 0);
        for (int r = 0; r < doubles.length; r++) {
            long[] index = kept.unflatten(r);
            for (int k = 0; k < a.shape().dim(axis); k++) {
                index[axis] = k;
                double doubleBefore = doubles[r];
                long longBefore = longs[r];
                if (dtype.isFloat()) {
                    double x = a.doubleAt(index);
                    doubles[r] = k == 0
                            ? x
                            : switch (op) {
                                case SUM -> doubles[r] + x;
                                case PROD -> doubles[r] * x;
                                case MAX, ARGMAX -> Math.max(doubles[r], x);
                                case MIN, ARGMIN -> Math.min(doubles[r], x);
                            };
                } else {
                    long x = a.longAt(index);
                    int order = dtype == DType.U64 ? Long.compareUnsigned(x, longs[r]) : Long.compare(x, longs[r]);
                    longs[r] = k == 0
                            ? x
                            : switch (op) {
                                case SUM -> longs[r] + x;
                                case PROD -> longs[r] * x;
                                case MAX, ARGMAX -> order > 0 ? x : longs[r];
                                case MIN, ARGMIN -> order < 0 ? x : longs[r];
                            };
                }
                boolean better = doubles[r] != doubleBefore || longs[r] != longBefore;
                positions[r] = k > 0 && better ? k : positions[r];
            }
        }
        if (op.isPosition()) {
            return Tile.ofLongs(DType.I32, kept, positions);
        }
        return dtype.isFloat() ? Tile.ofDoubles(dtype, kept, doubles) : Tile.ofLongs(dtype, kept, longs);
    }

    @Test
    void sumsInStepsAreRoundedAfterEveryAddition() {
        NdArray a = NdArray.full(DType.F16, Shape.of(7, 2), 1);
        a.setDoubleAt(0, 2048);
        a.setDoubleAt(1, 2048);
        assertThat(ArrayMath.reduce(Reduction.SUM, a, 0).getDoubleAt(1)).isEqualTo(2054);
        assertThat(ArrayMath.sumInSteps(a, 0, false).getDoubleAt(1)).isEqualTo(2048);
        // (2048 + 1) + (1 + 1), then (1 + 1) + 1.
        assertThat(ArrayMath.sumInSteps(a, 0, true).getDoubleAt(1)).isEqualTo(2052);
        assertThat(ArrayMath.sumInSteps(NdArray.zeros(DType.F16, Shape.of(0, 2)), 0, true)
                        .getDoubleAt(1))
                .isZero();
    }
}
