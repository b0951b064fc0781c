package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DTypeTest {
    @ParameterizedTest
    @EnumSource
    void textAndConstantNameAreParsed(DType dtype) {
        assertThat(DType.parse(dtype.text())).contains(dtype);
        assertThat(DType.parse(dtype.name())).contains(dtype);
    }

    @ParameterizedTest
    @EnumSource
    void bytesRoundUp(DType dtype) {
        for (long n = 0; n < 20; n++) {
            assertThat(dtype.bytesFor(n)).isEqualTo((n * dtype.bits() + 7) / 8);
        }
        assertThatThrownBy(() -> dtype.bytesFor(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hugeCountsDoNotOverflowSilently() {
        assertThat(DType.I4.bytesFor(Long.MAX_VALUE)).isEqualTo(1L << 62);
        assertThatThrownBy(() -> DType.F64.bytesFor(1L << 61)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void namesOfTheLanguageAndOfNumPy() {
        assertThat(DType.parse("INT32")).contains(DType.I32);
        assertThat(DType.parse("UINT4")).contains(DType.U4);
        assertThat(DType.parse("FP8E4M3FN")).contains(DType.F8E4M3);
        assertThat(DType.parse("FP4")).contains(DType.F4E2M1);
        assertThat(DType.parse("float16")).contains(DType.F16);
        assertThat(DType.parse("f128")).isEmpty();
        assertThat(DType.parse("")).isEmpty();
        assertThat(DType.texts()).contains("fp8e4m3", "bf16").hasSize(DType.values().length);
    }

    @Test
    void kinds() {
        var floats = EnumSet.noneOf(DType.class);
        var integers = EnumSet.noneOf(DType.class);
        var unsigned = EnumSet.noneOf(DType.class);
        for (DType dtype : DType.values()) {
            if (dtype.isFloat()) {
                floats.add(dtype);
            }
            if (dtype.isInteger()) {
                integers.add(dtype);
            }
            if (!dtype.isSigned()) {
                unsigned.add(dtype);
            }
        }
        assertThat(floats).isEqualTo(EnumSet.range(DType.F16, DType.F4E2M1));
        assertThat(integers).isEqualTo(EnumSet.range(DType.I4, DType.U64));
        assertThat(unsigned)
                .containsExactly(DType.BOOL, DType.U4, DType.U8, DType.U16, DType.U32, DType.U64, DType.F8E8M0);
    }
}
