package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;

final class BinaryTest {
    private static final Set<BinaryFunction> ARITHMETIC = EnumSet.of(
            BinaryFunction.ADD,
            BinaryFunction.SUB,
            BinaryFunction.MUL,
            BinaryFunction.DIV,
            BinaryFunction.MAXIMUM,
            BinaryFunction.MINIMUM);

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64"})
    void arithmeticIsCorrectlyRounded(DType dtype) {
        Shape shape = Shape.of(dtype == DType.F64 ? 1000 : 10_000); // decimals of f64 are long
        Tile a = Exact.randomBits(dtype, shape, 1);
        Tile b = Exact.randomBits(dtype, shape, 2);
        for (BinaryFunction op : ARITHMETIC) {
            double[] x = a.toDoubles();
            double[] y = b.toDoubles();
            double[] found = TileMath.binary(op, a, b).toDoubles();
            for (int i = 0; i < x.length; i++) {
                double expected = reference(op, x[i], y[i], dtype);
                if (Double.compare(expected, found[i]) != 0) {
                    assertThat(found[i])
                            .as("%s %s %s in %s", x[i], op, y[i], dtype)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// Results that are subnormal already in f32, where bf16 is computed: every pair of significands, around the
    /// smallest number.
    @Test
    void bf16ResultsNearTheSmallestNumberRoundOnce() {
        double[] x = new double[128 * 128];
        double[] y = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = (128 + i / 128) * 0x1p-77;
            y[i] = 128 + i % 128;
        }
        Tile a = Tile.ofDoubles(DType.BF16, Shape.of(x.length), x);
        for (int shift = -78; shift <= -62; shift++) {
            double scale = Math.scalb(1.0, shift);
            double[] small = Arrays.stream(y).map(v -> v * scale).toArray();
            double[] products = TileMath.mul(a, Tile.ofDoubles(DType.BF16, a.shape(), small))
                    .toDoubles();
            double[] large = Arrays.stream(y).map(v -> v / (scale * 0x1p14)).toArray();
            double[] quotients = TileMath.div(a, Tile.ofDoubles(DType.BF16, a.shape(), large))
                    .toDoubles();
            for (int i = 0; i < x.length; i++) {
                assertThat(products[i]).isEqualTo(Exact.round(x[i] * small[i], DType.BF16));
                // 53 bits of the quotient decide: no tie of eight bits is nearer to one than 2^-16 of it.
                assertThat(quotients[i]).isEqualTo(Exact.round(x[i] / large[i], DType.BF16));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64"})
    void fmaIsCorrectlyRounded(DType dtype) {
        Shape shape = Shape.of(dtype == DType.F64 ? 1000 : 10_000);
        Tile a = Exact.randomBits(dtype, shape, 3);
        Tile b = Exact.randomBits(dtype, shape, 4);
        // Half of the addends almost cancel the product, where a second rounding shows.
        Tile near = TileMath.neg(TileMath.mul(a, b));
        Tile pick = TileMath.compare(Comparison.LT, Exact.random(DType.F32, shape, 5), 0);
        Tile c = TileMath.where(pick, near, Exact.randomBits(dtype, shape, 6));
        double[] x = a.toDoubles();
        double[] y = b.toDoubles();
        double[] z = c.toDoubles();
        double[] found = TileMath.fma(a, b, c).toDoubles();
        for (int i = 0; i < x.length; i++) {
            double expected = Math.fma(x[i], y[i], z[i]);
            if (Double.isFinite(x[i]) && Double.isFinite(y[i]) && Double.isFinite(z[i])) {
                BigDecimal exact =
                        new BigDecimal(x[i]).multiply(new BigDecimal(y[i])).add(new BigDecimal(z[i]));
                expected = exact.signum() == 0 ? expected : Exact.round(exact, dtype);
            }
            if (Double.compare(found[i], expected) != 0) {
                assertThat(found[i])
                        .as("fma(%s, %s, %s) in %s", x[i], y[i], z[i], dtype)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void fmaKeepsABitThatBothIntermediateRoundingsWouldLose() {
        // 2^15 * (1 + 2^-10) * 1 lies halfway between two f16 after adding half a step; 2^-24 decides.
        Tile a = Tile.scalar(DType.F16, 0x1p15);
        Tile b = Tile.scalar(DType.F16, 1 + 0x1p-10);
        assertThat(TileMath.fma(a, b, Tile.scalar(DType.F16, 16)).doubleAt()).isEqualTo(0x1p15 + 64);
        Tile c = Tile.scalar(DType.F16, 32.0 * 0x1.ffcp-2); // just under half a step
        assertThat(TileMath.fma(a, b, c).doubleAt()).isEqualTo(0x1p15 + 32);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
    void integersWrapInTheirType(DType dtype) {
        Tile a = Exact.randomBits(dtype, Shape.of(500), 7);
        Tile b = Exact.randomBits(dtype, Shape.of(500), 8);
        long[] x = a.toLongs();
        long[] y = b.toLongs();
        long[] sum = TileMath.add(a, b).toLongs();
        long[] product = TileMath.mul(a, b).toLongs();
        long[] difference = TileMath.sub(a, b).toLongs();
        long[] max = TileMath.maximum(a, b).toLongs();
        long[] fma = TileMath.fma(a, b, a).toLongs();
        for (int i = 0; i < x.length; i++) {
            assertThat(sum[i]).isEqualTo(wrap(x[i] + y[i], dtype));
            assertThat(product[i]).isEqualTo(wrap(x[i] * y[i], dtype));
            assertThat(difference[i]).isEqualTo(wrap(x[i] - y[i], dtype));
            assertThat(fma[i]).isEqualTo(wrap(x[i] * y[i] + x[i], dtype));
            boolean firstIsLarger = dtype.isSigned() ? x[i] > y[i] : Long.compareUnsigned(x[i], y[i]) > 0;
            assertThat(max[i]).isEqualTo(firstIsLarger ? x[i] : y[i]);
        }
    }

    @Test
    void integerDivisionTruncates() {
        Tile a = Tile.ofLongs(DType.I32, Shape.of(4), 7, -7, 7, -7);
        Tile b = Tile.ofLongs(DType.I32, Shape.of(4), 2, 2, -2, -2);
        assertThat(TileMath.div(a, b).toLongs()).containsExactly(3, -3, -3, 3);
        Tile u = Tile.ofLongs(DType.U64, Shape.of(1), -1);
        assertThat(TileMath.div(u, 2).toLongs()).containsExactly(Long.MAX_VALUE);
        assertThatThrownBy(() -> TileMath.div(a, TileMath.sub(b, 2)))
                .hasMessageContaining("KER-107")
                .hasMessageContaining("at element 0");
    }

    @Test
    void shapesBroadcastFromTheRight() {
        Tile column = Tile.ofFloats(DType.F32, Shape.of(2, 1), 10, 20);
        Tile row = Tile.ofFloats(DType.F32, Shape.of(3), 1, 2, 3);
        Tile sum = TileMath.add(column, row);
        assertThat(sum.shape()).isEqualTo(Shape.of(2, 3));
        assertThat(sum.toFloats()).containsExactly(11, 12, 13, 21, 22, 23);
        assertThat(TileMath.sub(5, row).toFloats()).containsExactly(4, 3, 2);
        assertThat(TileMath.div(6, row).toFloats()).containsExactly(6, 3, 2);
        assertThatThrownBy(() -> TileMath.add(row, Tile.zeros(DType.F32, Shape.of(2))))
                .hasMessageContaining("KER-102")
                .hasMessageContaining("shapes 3 and 2");
    }

    @Test
    void emptyTilesStayEmpty() {
        Tile none = Tile.zeros(DType.F16, Shape.of(0, 3));
        assertThat(TileMath.add(none, Tile.zeros(DType.F16, Shape.of(1, 3))).shape())
                .isEqualTo(Shape.of(0, 3));
        assertThat(TileMath.exp(none).elements()).isZero();
    }

    @Test
    void mixedTypesAreRefusedByName() {
        assertThatThrownBy(() -> TileMath.mul(Tile.scalar(DType.F16, 1.0), Tile.scalar(DType.F32, 1.0)))
                .hasMessageContaining("KER-101")
                .hasMessageContaining("mul of f16 and f32");
    }

    @Test
    void numbersTakeTheTypeOfTheTile() {
        Tile a = Tile.ofFloats(DType.F16, Shape.of(1), 1);
        assertThat(TileMath.add(a, 0.1).doubleAt(0)).isEqualTo(1.099609375);
        Tile i = Tile.ofLongs(DType.I8, Shape.of(1), 1);
        assertThatThrownBy(() -> TileMath.add(i, 0.5))
                .hasMessageContaining("KER-106")
                .hasMessageContaining("0.5");
        assertThatThrownBy(() -> TileMath.add(i, 128))
                .hasMessageContaining("KER-106")
                .hasMessageContaining("i8");
    }

    @Test
    void clampHandsNanOn() {
        Tile a = Tile.ofFloats(DType.F32, Shape.of(4), -3, 0.5f, 3, Float.NaN);
        assertThat(TileMath.clamp(a, 0, 1).toFloats()).containsExactly(0, 0.5f, 1, Float.NaN);
    }

    @Test
    void boolsHaveAnOrderAndNoSum() {
        Tile a = Tile.ofLongs(DType.BOOL, Shape.of(2), 0, 1);
        assertThat(TileMath.maximum(a, 1).toLongs()).containsExactly(1, 1);
        assertThatThrownBy(() -> TileMath.add(a, a)).hasMessageContaining("KER-103");
    }

    private static long wrap(long value, DType dtype) {
        int unused = 64 - dtype.bits();
        return dtype.isSigned() ? value << unused >> unused : value << unused >>> unused;
    }

    private static double reference(BinaryFunction op, double x, double y, DType dtype) {
        double plain = switch (op) {
            case ADD -> x + y;
            case SUB -> x - y;
            case MUL -> x * y;
            case DIV -> x / y;
            case MAXIMUM -> Math.max(x, y);
            case MINIMUM -> Math.min(x, y);
            default -> throw new IllegalArgumentException(op.text());
        };
        boolean special = !Double.isFinite(x) || !Double.isFinite(y) || x == 0 || y == 0;
        if (special || op == BinaryFunction.MAXIMUM || op == BinaryFunction.MINIMUM) {
            return plain;
        }
        var a = new BigDecimal(x);
        var b = new BigDecimal(y);
        BigDecimal exact = switch (op) {
            case ADD -> a.add(b);
            case SUB -> a.subtract(b);
            case MUL -> a.multiply(b);
            // No quotient of two 53-bit numbers comes closer to a tie than 2^-107 without being one.
            case DIV -> a.divide(b, new MathContext(60));
            default -> throw new IllegalArgumentException(op.text());
        };
        return exact.signum() == 0 ? plain : Exact.round(exact, dtype);
    }
}
