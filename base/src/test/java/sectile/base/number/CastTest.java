package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;

final class CastTest {
    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32"})
    void narrowingRoundsOnce(DType to) {
        Tile wide = Exact.randomBits(DType.F64, Shape.of(2000), 1);
        Tile ties = TileMath.mul(Exact.random(DType.F64, Shape.of(20_000), 2), 1.0);
        // Just beside the tie between two neighbours: a stop at f32 would land on it.
        Tile near = TileMath.add(
                TileMath.cast(TileMath.cast(ties, to), DType.F64), to == DType.F16 ? 0x1p-13 + 0x1p-50 : 0x1p-30);
        for (Tile a : new Tile[] {wide, ties, near}) {
            double[] values = a.toDoubles();
            double[] found = TileMath.cast(a, to).toDoubles();
            for (int i = 0; i < values.length; i++) {
                double expected = Exact.round(values[i], to);
                if (Double.compare(found[i], expected) != 0) {
                    assertThat(found[i]).as("%s to %s", values[i], to).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16", "F32", "F64"})
    void integersRoundOnce(DType to) {
        for (DType from : new DType[] {DType.I64, DType.U64, DType.I32, DType.U8}) {
            Tile a = Exact.randomBits(from, Shape.of(20_000), 3);
            long[] values = a.toLongs();
            double[] found = TileMath.cast(a, to).toDoubles();
            for (int i = 0; i < values.length; i++) {
                var exact = new BigDecimal(
                        from == DType.U64
                                ? new BigInteger(Long.toUnsignedString(values[i]))
                                : BigInteger.valueOf(values[i]));
                assertThat(found[i]).as("%s", exact).isEqualTo(Exact.round(exact, to));
            }
        }
        long tie = (1L << 62) + (1L << 54) + 1; // beside the tie of bf16, but not of f32
        assertThat(TileMath.cast(Tile.scalar(DType.I64, tie), DType.BF16).doubleAt())
                .isEqualTo(0x1p62 + 0x1p55);
    }

    @Test
    void floatsRoundAndSaturate() {
        Tile a = Tile.ofDoubles(DType.F64, Shape.of(7), 1.9, -2.5, 1e30, -1e30, Double.NaN, 200, -0.5);
        assertThat(TileMath.cast(a, DType.I8).toLongs()).containsExactly(2, -2, 127, -128, 0, 127, 0);
        assertThat(TileMath.cast(a, DType.U8).toLongs()).containsExactly(2, 0, 255, 0, 0, 200, 0);
        assertThat(TileMath.cast(a, DType.I64).toLongs())
                .containsExactly(2, -2, Long.MAX_VALUE, Long.MIN_VALUE, 0, 200, 0);
        assertThat(TileMath.cast(a, DType.U64).toLongs()).containsExactly(2, 0, -1, 0, 0, 200, 0);
        Tile large = Tile.scalar(DType.F64, 0x1.8p63);
        assertThat(TileMath.cast(large, DType.U64).longAt()).isEqualTo(0xc000_0000_0000_0000L);
        assertThat(TileMath.cast(a, DType.BOOL).toLongs()).containsExactly(1, 1, 1, 1, 1, 1, 1);
    }

    @Test
    void aModeRoundsInItsDirection() {
        Tile a = Tile.ofDoubles(DType.F64, Shape.of(5), 2.5, -2.5, 1.2, -1.7, 3);
        assertThat(TileMath.cast(a, DType.I32, Rounding.NEAREST_AWAY).toLongs()).containsExactly(3, -3, 1, -2, 3);
        assertThat(TileMath.cast(a, DType.I32, Rounding.FLOOR).toLongs()).containsExactly(2, -3, 1, -2, 3);
        assertThat(TileMath.cast(a, DType.I32, Rounding.CEIL).toLongs()).containsExactly(3, -2, 2, -1, 3);
        assertThat(TileMath.cast(a, DType.I32, Rounding.TRUNC).toLongs()).containsExactly(2, -2, 1, -1, 3);
        assertThat(TileMath.cast(a, DType.I32, Rounding.ODD).toLongs()).containsExactly(3, -3, 1, -1, 3);
        Tile b = Tile.ofDoubles(DType.F64, Shape.of(3), 1 + 0x1p-11, -1 - 0x1p-11, 1 + 0x1p-13);
        assertThat(TileMath.cast(b, DType.F16, Rounding.NEAREST_AWAY).toDoubles())
                .containsExactly(1 + 0x1p-10, -1 - 0x1p-10, 1);
        assertThat(TileMath.cast(b, DType.F16, Rounding.CEIL).toDoubles())
                .containsExactly(1 + 0x1p-10, -1, 1 + 0x1p-10);
        assertThat(TileMath.cast(b, DType.F16, Rounding.ODD).toDoubles())
                .containsExactly(1 + 0x1p-10, -1 - 0x1p-10, 1 + 0x1p-10);
    }

    @Test
    void integersWrap() {
        Tile a = Tile.ofLongs(DType.I32, Shape.of(3), 300, -1, 128);
        assertThat(TileMath.cast(a, DType.I8).toLongs()).containsExactly(44, -1, -128);
        assertThat(TileMath.cast(a, DType.U16).toLongs()).containsExactly(300, 65535, 128);
        assertThat(TileMath.cast(a, DType.U4).toLongs()).containsExactly(12, 15, 0);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void castingToItselfIsTheSameTile(DType dtype) {
        Tile a = Exact.randomBits(dtype, Shape.of(9), 4);
        assertThat(TileMath.cast(a, dtype)).isSameAs(a);
    }

    @Test
    void comparisonsFollowTheTypesOrder() {
        Tile a = Tile.ofFloats(DType.F16, Shape.of(4), 1, 2, Float.NaN, -0f);
        Tile b = Tile.ofFloats(DType.F16, Shape.of(4), 2, 2, 1, 0);
        assertThat(TileMath.compare(Comparison.LT, a, b).toLongs()).containsExactly(1, 0, 0, 0);
        assertThat(TileMath.compare(Comparison.LE, a, b).toLongs()).containsExactly(1, 1, 0, 1);
        assertThat(TileMath.compare(Comparison.GT, a, b).toLongs()).containsExactly(0, 0, 0, 0);
        assertThat(TileMath.compare(Comparison.GE, a, b).toLongs()).containsExactly(0, 1, 0, 1);
        assertThat(TileMath.compare(Comparison.EQ, a, b).toLongs()).containsExactly(0, 1, 0, 1);
        assertThat(TileMath.compare(Comparison.NE, a, b).toLongs()).containsExactly(1, 0, 1, 0);
        Tile u = Tile.ofLongs(DType.U64, Shape.of(2), -1, 1);
        assertThat(TileMath.compare(Comparison.GT, u, 1).toLongs()).containsExactly(1, 0);
        Tile i = Tile.ofLongs(DType.I64, Shape.of(2), -1, 1);
        assertThat(TileMath.compare(Comparison.GT, i, 0).toLongs()).containsExactly(0, 1);
    }

    @Test
    void whereMovesBits() {
        Tile nan = Tile.fromBytes(DType.F16, Shape.of(1), new byte[] {1, 0x7c}, 0); // a signalling NaN
        Tile condition = Tile.ofLongs(DType.BOOL, Shape.of(2, 1), 1, 0);
        Tile result = TileMath.where(condition, nan, Tile.ofFloats(DType.F16, Shape.of(1, 3), 1, 2, 3));
        assertThat(result.shape()).isEqualTo(Shape.of(2, 3));
        assertThat(result.element(2)).isEqualTo(nan.element(0));
        assertThat(result.element(4).doubleAt()).isEqualTo(2);
        Tile nibbles = Tile.ofLongs(DType.I4, Shape.of(3), 1, -2, 3);
        Tile pick = Tile.ofLongs(DType.BOOL, Shape.of(3), 0, 1, 0);
        assertThat(TileMath.where(pick, nibbles, 7).toLongs()).containsExactly(7, -2, 7);
        assertThatThrownBy(() -> TileMath.where(nibbles, nibbles, nibbles))
                .hasMessageContaining("KER-103")
                .hasMessageContaining("bool");
    }
}
