package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

final class TileTest {
    @ParameterizedTest
    @EnumSource(DType.class)
    void bytesComeBackAsTheyWent(DType dtype) {
        Shape shape = Shape.of(3, 7, 11);
        Tile tile = Exact.randomBits(dtype, shape, 5);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(tile.byteSize() + 3L);
            tile.toBytes(memory, 3);
            assertThat(Tile.fromBytes(dtype, shape, memory, 3)).isEqualTo(tile);
        }
        assertThat(Tile.of(tile.toNdArray())).isEqualTo(tile);
        Tile moved = TileMath.transpose(TileMath.transpose(tile, 2, 0, 1), 1, 2, 0);
        assertThat(moved).isEqualTo(tile);
        assertThat(TileMath.reshape(tile, Shape.of(77, 3)).toBytes()).isEqualTo(tile.toBytes());
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void valuesComeBackWhenTheyAreInTheType(DType dtype) {
        Tile tile = Exact.randomBits(dtype, Shape.of(300), 6);
        if (dtype.isFloat()) {
            Tile again = Tile.ofDoubles(dtype, tile.shape(), tile.toDoubles());
            assertThat(again.toDoubles()).containsExactly(tile.toDoubles());
        } else {
            assertThat(Tile.ofLongs(dtype, tile.shape(), tile.toLongs())).isEqualTo(tile);
        }
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void arraysAndTilesAgreeOnValues(DType dtype) {
        Tile tile = Exact.randomBits(dtype, Shape.of(4, 5), 7);
        NdArray array = tile.toNdArray();
        assertThat(array.getDouble(2, 3)).isEqualTo(tile.doubleAt(2, 3));
        assertThat(Tile.of(array.transpose())).isEqualTo(TileMath.transpose(tile));
    }

    @Test
    void aTileKeepsNoHandleOnItsSource() {
        byte[] source = {1, 2, 3, 4};
        Tile tile = Tile.fromBytes(DType.U8, Shape.of(2), source, 1);
        source[1] = 9;
        assertThat(tile.toLongs()).containsExactly(2, 3);
        tile.toBytes()[0] = 9;
        assertThat(tile.longAt(0)).isEqualTo(2);
        assertThat(tile.bytes().isReadOnly()).isTrue();
        double[] values = {Double.NaN, 1};
        Tile.ofDoubles(DType.F16, Shape.of(2), values);
        assertThat(values[0]).isNaN();
    }

    @Test
    void elementsAreWhatAKernelBranchesOn() {
        Tile tile = Tile.ofLongs(DType.I4, Shape.of(2, 3), 0, 1, 2, 3, -4, 5);
        assertThat(tile.longAt(1, 1)).isEqualTo(-4);
        assertThat(tile.doubleAt(1, 2)).isEqualTo(5);
        assertThat(tile.booleanAt(0, 0)).isFalse();
        assertThat(tile.booleanAt(0, 1)).isTrue();
        assertThat(Tile.scalar(DType.U64, -1L).doubleAt()).isEqualTo(0x1p64);
        assertThatThrownBy(() -> tile.longAt(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void scalarsMustBeValuesOfTheType() {
        assertThat(Tile.scalar(DType.I64, Long.MIN_VALUE).longAt()).isEqualTo(Long.MIN_VALUE);
        assertThat(Tile.scalar(DType.BF16, (1L << 62) + (1L << 54) + 1).doubleAt())
                .isEqualTo(0x1p62 + 0x1p55);
        assertThat(Tile.full(DType.I4, Shape.of(3), -8).toLongs()).containsExactly(-8, -8, -8);
        assertThatThrownBy(() -> Tile.scalar(DType.U8, -1L)).hasMessageContaining("KER-106");
        assertThatThrownBy(() -> Tile.scalar(DType.I32, Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Tile.scalar(DType.I64, 0x1p63)).hasMessageContaining("KER-106");
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> Tile.zeros(DType.F64, Shape.of(1 << 20, 1 << 10)))
                .hasMessageContaining("KER-108")
                .hasMessageContaining("f64 1048576x1024");
        assertThatThrownBy(() -> Tile.ofFloats(DType.F32, Shape.of(3), 1, 2)).hasMessageContaining("2 values");
        Tile tile = Tile.zeros(DType.F32, Shape.of(2, 3));
        assertThatThrownBy(() -> TileMath.reshape(tile, Shape.of(7))).hasMessageContaining("KER-111");
        assertThatThrownBy(() -> TileMath.transpose(tile, 0, 0)).hasMessageContaining("each of 0 to 1 once");
        assertThatThrownBy(() -> TileMath.broadcastTo(tile, Shape.of(3))).hasMessageContaining("KER-102");
    }

    @Test
    void theTextShowsTypeShapeAndFirstElements() {
        assertThat(Tile.ofFloats(DType.F16, Shape.of(2), 1, -0.5f)).hasToString("f16 2 [1.0, -0.5]");
        assertThat(Tile.zeros(DType.I8, Shape.of(3, 4))).hasToString("i8 3x4 [0, 0, 0, 0, 0, 0, 0, 0, …]");
    }
}
