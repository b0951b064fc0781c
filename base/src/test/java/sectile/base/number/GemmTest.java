package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;

final class GemmTest {
    @ParameterizedTest
    @CsvSource({
        "1,1,1",
        "1,1,0",
        "0,4,4",
        "4,4,4",
        "3,5,7",
        "5,513,65",
        "8,16,63",
        "4,1024,64",
        "9,3,130",
        "1,700,100",
        "6,1100,130",
        "64,64,64",
        "130,7,9"
    })
    void blockedIsThePlainLoopBitForBit(int m, int n, int k) {
        for (DType dtype :
                new DType[] {DType.F16, DType.BF16, DType.F32, DType.F64, DType.F8E4M3, DType.F8E5M2, DType.F4E2M1}) {
            Tile a = Exact.random(dtype, Shape.of(m, k), 1);
            Tile b = Exact.random(dtype, Shape.of(k, n), 2);
            Tile start = Exact.random(TileMath.accumulator(dtype), Shape.of(m, n), 3);
            assertThat(TileMath.dot(a, b, start)).isEqualTo(naive(a, b, start));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64"})
    void specialValuesTravelAsInThePlainLoop(DType dtype) {
        Tile a = Exact.randomBits(dtype, Shape.of(13, 35), 1);
        Tile b = Exact.randomBits(dtype, Shape.of(35, 600), 2);
        Tile zero = Tile.zeros(TileMath.accumulator(dtype), Shape.of(13, 600));
        assertThat(TileMath.dot(a, b)).isEqualTo(naive(a, b, zero));
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64", "I8"})
    void cuttingAlongKChangesNoBit(DType dtype) {
        Tile a =
                dtype.isFloat() ? Exact.random(dtype, Shape.of(7, 96), 1) : Exact.randomBits(dtype, Shape.of(7, 96), 1);
        Tile b = dtype.isFloat()
                ? Exact.random(dtype, Shape.of(96, 33), 2)
                : Exact.randomBits(dtype, Shape.of(96, 33), 2);
        Tile whole = TileMath.dot(a, b);
        for (int cut : new int[] {1, 31, 32, 64, 95}) {
            Tile first = TileMath.dot(columns(a, 0, cut), rows(b, 0, cut));
            Tile both = TileMath.dot(columns(a, cut, 96), rows(b, cut, 96), first);
            assertThat(both).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32"})
    void errorStaysWithinTheBoundOfSequentialSums(DType dtype) {
        int k = 300;
        Tile a = Exact.random(dtype, Shape.of(20, k), 1);
        Tile b = Exact.random(dtype, Shape.of(k, 40), 2);
        double[] found = TileMath.dot(a, b).toDoubles();
        Tile wide = TileMath.dot(TileMath.cast(a, DType.F64), TileMath.cast(b, DType.F64));
        Tile sizes = TileMath.dot(TileMath.abs(TileMath.cast(a, DType.F64)), TileMath.abs(TileMath.cast(b, DType.F64)));
        double[] exact = wide.toDoubles();
        double[] magnitude = sizes.toDoubles();
        for (int i = 0; i < found.length; i++) {
            assertThat(Math.abs(found[i] - exact[i])).isLessThanOrEqualTo(k * 0x1p-24 * magnitude[i]);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"I4", "I8", "I16", "I32", "I64", "U4", "U8", "U16", "U32", "U64"})
    void integersAccumulateModuloTheAccumulator(DType dtype) {
        Tile a = Exact.randomBits(dtype, Shape.of(5, 70), 1);
        Tile b = Exact.randomBits(dtype, Shape.of(70, 530), 2);
        Tile product = TileMath.dot(a, b);
        long[] x = a.toLongs();
        long[] y = b.toLongs();
        long[] expected = new long[5 * 530];
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 530; j++) {
                for (int p = 0; p < 70; p++) {
                    expected[i * 530 + j] += x[i * 70 + p] * y[p * 530 + j];
                }
            }
        }
        assertThat(product).isEqualTo(Tile.ofLongs(TileMath.accumulator(dtype), Shape.of(5, 530), expected));
    }

    @Test
    void aNarrowResultIsTheAccumulatorRoundedOnce() {
        Tile a = Exact.random(DType.F16, Shape.of(4, 100), 1);
        Tile b = Exact.random(DType.F16, Shape.of(100, 4), 2);
        assertThat(TileMath.dot(a, b, DType.F16)).isEqualTo(TileMath.cast(TileMath.dot(a, b), DType.F16));
        assertThat(TileMath.dot(a, b).dtype()).isEqualTo(DType.F32);
    }

    @Test
    void wrongOperandsAreNamed() {
        Tile a = Tile.zeros(DType.F16, Shape.of(2, 3));
        assertThatThrownBy(() -> TileMath.dot(a, a))
                .hasMessageContaining("KER-104")
                .hasMessageContaining("2x3 and 2x3");
        assertThatThrownBy(() -> TileMath.dot(a, Tile.zeros(DType.BF16, Shape.of(3, 2))))
                .hasMessageContaining("dot of f16 and bf16");
        Tile b = Tile.zeros(DType.F16, Shape.of(3, 2));
        assertThatThrownBy(() -> TileMath.dot(a, b, Tile.zeros(DType.F16, Shape.of(2, 2))))
                .hasMessageContaining("KER-110")
                .hasMessageContaining("expected f32 2x2");
        Tile bools = Tile.zeros(DType.BOOL, Shape.of(2, 2));
        assertThatThrownBy(() -> TileMath.dot(bools, bools)).hasMessageContaining("KER-103");
    }

    /// The definition: for each element, k ascending, one fused multiply-add a step.
    private static Tile naive(Tile a, Tile b, Tile start) {
        int m = (int) a.shape().dim(0);
        int k = (int) a.shape().dim(1);
        int n = (int) b.shape().dim(1);
        double[] x = a.toDoubles();
        double[] y = b.toDoubles();
        double[] sum = start.toDoubles();
        boolean wide = start.dtype() == DType.F64;
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                for (int p = 0; p < k; p++) {
                    double u = x[i * k + p];
                    double v = y[p * n + j];
                    double w = sum[i * n + j];
                    sum[i * n + j] = wide ? Math.fma(u, v, w) : Math.fma((float) u, (float) v, (float) w);
                }
            }
        }
        return Tile.ofDoubles(start.dtype(), start.shape(), sum);
    }

    private static Tile rows(Tile tile, int from, int to) {
        int width = tile.byteSize() / (int) tile.shape().dim(0);
        Shape shape = Shape.of(to - from, tile.shape().dim(1));
        return Tile.fromBytes(tile.dtype(), shape, tile.toBytes(), from * width);
    }

    private static Tile columns(Tile tile, int from, int to) {
        return TileMath.transpose(rows(TileMath.transpose(tile), from, to));
    }
}
