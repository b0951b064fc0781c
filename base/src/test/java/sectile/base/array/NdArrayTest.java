package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NdArrayTest {
    private static NdArray counting(long... dims) {
        Shape shape = Shape.of(dims);
        return NdArray.of(IntStream.range(0, (int) shape.elements()).toArray(), shape);
    }

    @ParameterizedTest
    @EnumSource
    void elementsKeepTheirValuesOnAndOffTheHeap(DType dtype) {
        try (Arena arena = Arena.ofConfined()) {
            for (NdArray array :
                    new NdArray[] {NdArray.zeros(dtype, Shape.of(3, 5)), NdArray.offHeap(arena, dtype, Shape.of(3, 5))
                    }) {
                for (long i = 0; i < 15; i++) {
                    array.setDouble((double) (i % 2), i / 5, i % 5);
                }
                for (long i = 0; i < 15; i++) {
                    double expected = dtype == DType.F8E8M0 && i % 2 == 0 ? 0x1p-127 : i % 2;
                    assertThat(array.getDouble(i / 5, i % 5)).isEqualTo(expected);
                    assertThat(array.getDoubleAt(i)).isEqualTo(expected);
                    assertThat(array.getLongAt(i)).isEqualTo(i % 2);
                }
                assertThat(array.packed().byteSize()).isEqualTo(dtype.bytesFor(15));
                assertThat(NdArray.ofBytes(array.toBytes(), dtype, array.shape()))
                        .isEqualTo(array);
            }
            assertThat(NdArray.offHeap(arena, dtype, Shape.of(3)).memory().address() % 64)
                    .isZero();
        }
    }

    @Test
    void nibblesStandLowFirst() {
        NdArray array = NdArray.of(DType.I4, Shape.of(3), 1, -2, 7);
        assertThat(array.toBytes()).containsExactly(0xe1, 0x07);
        array.setLong(-8, 1);
        assertThat(array.toBytes()).containsExactly(0x81, 0x07);
        assertThat(array.slice(0, 1, 3).toBytes())
                .as("a view that starts inside a byte")
                .containsExactly(0x78);
        assertThat(array.slice(0, 0, 1).toBytes()).as("no foreign nibble").containsExactly(0x01);
        assertThat(array.slice(0, 1, 3)).isEqualTo(NdArray.of(DType.I4, Shape.of(2), -8, 7));
        assertThat(array.toDoubles()).containsExactly(1, -8, 7);
    }

    @Test
    void layoutsKnowWhichElementsTheyReach() {
        NdArray all = NdArray.zeros(DType.I32, Shape.of(4, 6));
        NdArray part = all.slice(0, 3, 0, -1).slice(1, 1, 5, 3);
        assertThat(part.layout().first()).isEqualTo(7);
        assertThat(part.layout().end()).isEqualTo(23);
        assertThat(all.slice(0, 2, 2).layout().end()).isZero();
        NdArray shifted = NdArray.over(
                all.memory().asSlice(7 * 4L, 16 * 4L), DType.I32, part.layout().shifted(7));
        shifted.setLong(9, 0, 1);
        assertThat(all.getLong(3, 4)).isEqualTo(9);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NdArray.over(all.memory().asSlice(0, 16), DType.I32, part.layout()));
    }

    @Test
    void slicesShareMemory() {
        NdArray array = counting(4, 6);
        NdArray block = array.slice(new long[] {1, 2}, Shape.of(2, 3));
        assertThat(block.toLongs()).containsExactly(8, 9, 10, 14, 15, 16);
        block.setLong(-1, 1, 1);
        assertThat(array.getLong(2, 3)).isEqualTo(-1);
        assertThat(array.slice(1, 0, 6, 2).slice(0, 3, 4).toLongs()).containsExactly(18, 20, 22);
        assertThat(array.slice(1, 0, 5, 2).shape()).isEqualTo(Shape.of(4, 3));
        assertThat(array.slice(1, 5, -1, -2).select(0, 0).toLongs()).containsExactly(5, 3, 1);
        assertThat(array.slice(1, 5, 0, -1).select(0, 0).toLongs()).containsExactly(5, 4, 3, 2, 1);
        assertThat(array.slice(0, 2, 2).elements()).isZero();
        assertThat(array.slice(0, 4, 4).toLongs()).isEmpty();
        NdArray row = NdArray.of(DType.I32, Shape.of(4), 1, 2, 3, 4);
        assertThat(row.slice(0, 0, 4, Long.MAX_VALUE).toLongs()).containsExactly(1);
        assertThat(row.slice(0, 3, -1, Long.MIN_VALUE).toLongs()).containsExactly(4);
        assertThat(array.select(1, 3).toLongs()).containsExactly(3, 9, -1, 21);
    }

    @Test
    void impossibleSlicesAreRefused() {
        NdArray array = counting(4, 6);
        assertThatThrownBy(() -> array.slice(0, 0, 5))
                .hasMessageContaining("slice 0:5:1 of axis 0")
                .hasMessageContaining("4x6");
        assertThatThrownBy(() -> array.slice(0, 3, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.slice(0, 0, 1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.slice(0, 4, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.slice(2, 0, 1)).hasMessageContaining("axis 2");
        assertThatThrownBy(() -> array.slice(new long[] {1}, Shape.of(1, 1))).hasMessageContaining("rank");
        assertThatThrownBy(() -> array.slice(new long[] {Long.MAX_VALUE, 0}, Shape.of(1, 1)))
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> array.getLong(4, 0)).hasMessageContaining("[4, 0] lies outside shape 4x6");
        assertThatThrownBy(() -> array.getLong(0)).hasMessageContaining("rank 2");
        assertThatThrownBy(() -> array.getLongAt(24)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void transposeAndPermute() {
        NdArray array = counting(2, 3);
        assertThat(array.transpose().toLongs()).containsExactly(0, 3, 1, 4, 2, 5);
        assertThat(array.transpose().transpose()).isEqualTo(array);
        NdArray cube = counting(2, 3, 4);
        assertThat(cube.transpose(1, 2, 0).getLong(2, 3, 1)).isEqualTo(cube.getLong(1, 2, 3));
        assertThatThrownBy(() -> cube.transpose(0, 0, 1)).hasMessageContaining("not a permutation");
        assertThatThrownBy(() -> cube.transpose(0, 1)).hasMessageContaining("not a permutation");
        assertThatThrownBy(() -> cube.transpose(0, 1, 3)).hasMessageContaining("not a permutation");
    }

    @Test
    void reshapeWithoutACopyWhereTheStridesAllow() {
        NdArray array = counting(4, 6);
        assertThat(array.reshape(Shape.of(2, 2, 3, 2)).getLong(1, 0, 2, 1)).isEqualTo(17);
        assertThat(array.reshape(Shape.of(24)).memory()).isSameAs(array.memory());
        NdArray columns = array.slice(1, 0, 4);
        assertThat(columns.reshape(Shape.of(4, 2, 2)).getLong(3, 1, 0)).isEqualTo(20);
        assertThat(columns.reshape(Shape.of(1, 4, 1, 4)).toLongs()).isEqualTo(columns.toLongs());
        assertThat(array.slice(1, 5, -1, -1).reshape(Shape.of(4, 3, 2)).getLong(0, 2, 1))
                .isZero();
        assertThatThrownBy(() -> columns.reshape(Shape.of(16)))
                .hasMessageContaining("4x4 with strides [6, 1] cannot become 16 without a copy")
                .hasMessageContaining("contiguous()");
        assertThat(columns.contiguous().reshape(Shape.of(16)).getLong(4)).isEqualTo(6);
        assertThatThrownBy(() -> array.reshape(Shape.of(5, 5)))
                .hasMessageContaining("24 elements")
                .hasMessageContaining("25");
        assertThat(counting(1).reshape(Shape.scalar()).getLong()).isZero();
        assertThat(NdArray.scalar(DType.F32, 3).reshape(Shape.of(1, 1)).getDouble(0, 0))
                .isEqualTo(3);
        assertThat(counting(0, 3).reshape(Shape.of(5, 0)).shape()).isEqualTo(Shape.of(5, 0));
    }

    @Test
    void broadcastViewsAreReadOnly() {
        NdArray row = counting(3);
        NdArray wide = row.broadcastTo(Shape.of(2, 3));
        assertThat(wide.toLongs()).containsExactly(0, 1, 2, 0, 1, 2);
        assertThat(wide.strides()).containsExactly(0, 1);
        assertThatThrownBy(() -> wide.setLong(1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(row.reshape(Shape.of(3, 1)).broadcastTo(Shape.of(3, 2)).toLongs())
                .containsExactly(0, 0, 1, 1, 2, 2);
        assertThatThrownBy(() -> row.broadcastTo(Shape.of(3, 2))).hasMessageContaining("3 cannot be stretched to 3x2");
        assertThatThrownBy(() -> wide.broadcastTo(Shape.of(3))).isInstanceOf(IllegalArgumentException.class);
        assertThat(row.broadcastTo(Shape.of(3))).isSameAs(row);
    }

    @Test
    void assignStretchesCastsAndSurvivesOverlap() {
        NdArray array = NdArray.zeros(DType.F16, Shape.of(2, 3));
        array.assign(counting(3));
        assertThat(array.toDoubles()).containsExactly(0, 1, 2, 0, 1, 2);
        array.slice(1, 0, 2).assign(NdArray.scalar(DType.F64, 0.1));
        assertThat(array.getDouble(1, 1)).isEqualTo(Floats.f16ToF32(Floats.f32ToF16(0.1f)));
        NdArray line = counting(6);
        line.slice(0, 1, 6).assign(line.slice(0, 0, 5));
        assertThat(line.toLongs()).containsExactly(0, 0, 1, 2, 3, 4);
        NdArray square = counting(3, 3);
        square.assign(square.transpose());
        assertThat(square.toLongs()).containsExactly(0, 3, 6, 1, 4, 7, 2, 5, 8);
        assertThatThrownBy(() -> line.assign(counting(5))).hasMessageContaining("stretched");
    }

    @ParameterizedTest
    @EnumSource
    void fillReachesEveryElementOfAViewAndNoOther(DType dtype) {
        NdArray array = NdArray.full(dtype, Shape.of(3, 5), 1);
        NdArray view = array.slice(1, 1, 4, 2);
        view.fill(2.0);
        double two = dtype == DType.BOOL ? 1 : 2;
        for (long i = 0; i < 15; i++) {
            boolean inside = i % 5 == 1 || i % 5 == 3;
            assertThat(array.getDoubleAt(i)).isEqualTo(inside ? two : 1);
        }
        NdArray line = NdArray.full(dtype, Shape.of(5000), 1);
        line.slice(0, 3, 4998).fill(2L);
        assertThat(line.toDoubles())
                .isEqualTo(IntStream.range(0, 5000)
                        .mapToDouble(i -> i < 3 || i >= 4998 ? 1 : two)
                        .toArray());
        array.fill(1L);
        assertThat(array).isEqualTo(NdArray.full(dtype, Shape.of(3, 5), 1));
    }

    @Test
    void reinterpret() {
        NdArray words = NdArray.of(new int[] {0x04030201, 0x08070605}).reshape(Shape.of(1, 2));
        NdArray bytes = words.reinterpret(DType.U8);
        assertThat(bytes.shape()).isEqualTo(Shape.of(1, 8));
        assertThat(bytes.toLongs()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(bytes.slice(1, 4, 8).reinterpret(DType.I32).toLongs()).containsExactly(0x08070605);
        assertThat(words.reinterpret(DType.F32).getDouble(0, 0)).isEqualTo(Float.intBitsToFloat(0x04030201));
        assertThatThrownBy(() -> bytes.slice(1, 1, 5).reinterpret(DType.I32))
                .hasMessageContaining("cannot be seen as i32");
        assertThatThrownBy(() -> bytes.slice(1, 0, 3).reinterpret(DType.I16))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> words.transpose().reinterpret(DType.U8).slice(0, 0, 3))
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void equalityIsOfBits() {
        NdArray nan = NdArray.of(new float[] {Float.NaN, 0});
        assertThat(nan).isEqualTo(nan.copy()).hasSameHashCodeAs(nan.copy());
        assertThat(nan).isNotEqualTo(NdArray.of(new float[] {Float.NaN, -0f}));
        assertThat(nan).isNotEqualTo(nan.cast(DType.F16)).isNotEqualTo(nan.reshape(Shape.of(2, 1)));
        assertThat(counting(2, 3).transpose())
                .isEqualTo(counting(2, 3).transpose().copy());
    }

    @Test
    void factoriesCopyAndCheck() {
        float[] values = {1, 2};
        NdArray array = NdArray.of(values);
        values[0] = 9;
        assertThat(array.getDouble(0)).isEqualTo(1);
        NdArray shared = NdArray.over(MemorySegment.ofArray(values), DType.F32, Shape.of(2));
        values[1] = 7;
        assertThat(shared.getDouble(1)).isEqualTo(7);
        assertThatThrownBy(() -> NdArray.of(values, Shape.of(3))).hasMessageContaining("3 elements, there are 2");
        assertThatThrownBy(() -> NdArray.ofBytes(new byte[3], DType.F32, Shape.of(1)))
                .hasMessageContaining("4 bytes, not 3");
        assertThatThrownBy(() -> NdArray.over(MemorySegment.ofArray(values), DType.F64, Shape.of(2)))
                .hasMessageContaining("take 16 bytes, the memory has 8");
        assertThat(NdArray.of(new long[] {1L << 60}).getLong(0)).isEqualTo(1L << 60);
        assertThat(NdArray.of(new double[] {0.1}).getDouble(0)).isEqualTo(0.1);
    }

    @Test
    void text() {
        assertThat(NdArray.of(new float[] {1, 2.5f, Float.NaN})).hasToString("f32[3] [1.0, 2.5, NaN]");
        assertThat(counting(2, 2)).hasToString("i32[2x2] [[0, 1],\n [2, 3]]");
        assertThat(NdArray.scalar(DType.BOOL, 1)).hasToString("bool[scalar] true");
        assertThat(NdArray.zeros(DType.F16, Shape.of(0, 3))).hasToString("f16[0x3] (empty)");
        assertThat(counting(100)).hasToString("i32[100] [0, 1, 2, ..., 97, 98, 99]");
        assertThat(counting(40, 40).toString()).hasSizeLessThan(300).contains("[1560, 1561, 1562, ..., 1597");
        assertThat(NdArray.of(new long[] {-1}).reinterpret(DType.U64)).hasToString("u64[1] [18446744073709551615]");
    }

    @Test
    void comparison() {
        NdArray expected = NdArray.of(new float[] {1, 100, Float.NaN, Float.POSITIVE_INFINITY, 0});
        assertThat(ArrayComparison.of(expected, expected, 0, 0).ok()).isTrue();
        NdArray actual = NdArray.of(new float[] {1.5f, 101, Float.NaN, Float.NEGATIVE_INFINITY, Float.NaN});
        assertThat(ArrayComparison.of(actual, expected, 0.01, 0.5))
                .isEqualTo(new ArrayComparison(5, 2, List.of(3L, 4L), 1));
        assertThat(ArrayComparison.of(actual, expected, 0, 0.4).firstWrong()).startsWith(0L);
        NdArray large = NdArray.of(new long[] {1L << 60});
        assertThat(ArrayComparison.of(large, NdArray.of(new long[] {(1L << 60) + 1}), 0, 0)
                        .ok())
                .as("integers are compared exactly")
                .isFalse();
        assertThatThrownBy(() -> ArrayComparison.of(large, expected, 0, 0)).hasMessageContaining("cannot be compared");
    }

    @Test
    void viewsOfEmptyArraysAreEmpty() {
        NdArray empty = NdArray.zeros(DType.F32, Shape.of(3, 0));
        for (NdArray view : new NdArray[] {empty.slice(0, 1, 3), empty.select(0, 2), empty.slice(0, 2, -1, -1)}) {
            assertThat(view.toBytes()).isEmpty();
            assertThat(view.toFloats()).isEmpty();
            assertThat(view).isEqualTo(NdArray.zeros(DType.F32, view.shape()));
        }
    }
}
