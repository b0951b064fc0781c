package sectile.base.array;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleToIntFunction;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every code of every narrow format is decoded and checked against the definition of the format; rounding is
/// checked at every value, at every midpoint between two neighbours, and at the doubles next to both.
class FloatsTest {
    /// A format as its standard defines it, told independently of the code under test.
    enum Format {
        F16(16, 5, 10, true, code -> Floats.f16ToF32((short) code), value -> Floats.f64ToF16(value) & 0xffff),
        BF16(16, 8, 7, true, code -> Floats.bf16ToF32((short) code), value -> Floats.f64ToBf16(value) & 0xffff),
        E5M2(8, 5, 2, true, code -> Floats.fp8E5m2ToF32((byte) code), value -> Floats.f64ToFp8E5m2(value) & 0xff),
        E4M3(8, 4, 3, false, code -> Floats.fp8E4m3ToF32((byte) code), value -> Floats.f64ToFp8E4m3(value) & 0xff),
        E2M1(4, 2, 1, false, Floats::fp4E2m1ToF32, Floats::f64ToFp4E2m1);

        final int bits;
        private final int exponentBits;
        private final int fractionBits;
        final boolean ieee;

        @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
        final IntToDoubleFunction decode;

        @SuppressWarnings("ImmutableEnumChecker") // the functions have no state
        final DoubleToIntFunction encode;

        Format(
                int bits,
                int exponentBits,
                int fractionBits,
                boolean ieee,
                IntToDoubleFunction decode,
                DoubleToIntFunction encode) {
            this.bits = bits;
            this.exponentBits = exponentBits;
            this.fractionBits = fractionBits;
            this.ieee = ieee;
            this.decode = decode;
            this.encode = encode;
        }

        double define(int code) {
            int sign = code >> (bits - 1);
            int exponent = (code >> fractionBits) & ((1 << exponentBits) - 1);
            int fraction = code & ((1 << fractionBits) - 1);
            int bias = (1 << (exponentBits - 1)) - 1;
            int top = (1 << exponentBits) - 1;
            double magnitude;
            if (ieee && exponent == top) {
                magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
            } else if (this == E4M3 && exponent == top && fraction == 7) {
                magnitude = Double.NaN;
            } else if (exponent == 0) {
                magnitude = fraction * Math.pow(2, 1 - bias - fractionBits);
            } else {
                magnitude = (1 + fraction / Math.pow(2, fractionBits)) * Math.pow(2, exponent - bias);
            }
            return sign == 0 ? magnitude : -magnitude;
        }

        /// Codes of the non-negative finite values, which is also their order.
        int largest() {
            int code = (1 << (bits - 1)) - 1;
            while (!Double.isFinite(define(code))) {
                code--;
            }
            return code;
        }

        int signBit() {
            return 1 << (bits - 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCodeDecodesAndComesBack(Format format) {
        for (int code = 0; code < 1 << format.bits; code++) {
            double value = format.decode.applyAsDouble(code);
            same(format.define(code), value, format + " " + code);
            if (Double.isNaN(value)) {
                assertThat(format.decode.applyAsDouble(format.encode.applyAsInt(value)))
                        .isNaN();
            } else if (Double.isFinite(value) || format.ieee) {
                same(code, format.encode.applyAsInt(value), value);
            }
        }
    }

    /// NaN equals NaN, and zeros must agree in sign. Assertions are made only where they fail: there are
    /// millions.
    private static void same(double expected, double actual, Object what) {
        if (Double.compare(expected, actual) != 0) {
            assertThat(actual).as("%s", what).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void roundsToNearestTiesToEven(Format format) {
        for (int code = 0; code < format.largest(); code++) {
            double low = format.define(code);
            double high = format.define(code + 1);
            double middle = (low + high) / 2;
            int even = code % 2 == 0 ? code : code + 1;
            check(format, middle, even);
            check(format, Math.nextDown(middle), code);
            check(format, Math.nextUp(middle), code + 1);
            check(format, Math.nextUp(low), code);
            check(format, Math.nextDown(high), code + 1);
        }
    }

    private static void check(Format format, double value, int code) {
        if (format.encode.applyAsInt(value) != code || format.encode.applyAsInt(-value) != (code | format.signBit())) {
            assertThat(format.encode.applyAsInt(value)).as("%s", value).isEqualTo(code);
            assertThat(format.encode.applyAsInt(-value)).as("%s", -value).isEqualTo(code | format.signBit());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tooLargeValues(Format format) {
        int largest = format.largest();
        double max = format.define(largest);
        double beyond = max + (max - format.define(largest - 1)) / 2;
        check(format, Math.nextDown(beyond), largest);
        int overflow = format.ieee ? largest + 1 : largest;
        for (double value : new double[] {beyond, Math.nextUp(beyond), 1e30 * max, Double.MAX_VALUE}) {
            check(format, value, overflow);
        }
        check(format, Double.POSITIVE_INFINITY, overflow);
        check(format, Double.MIN_VALUE, 0);
        check(format, Double.MIN_NORMAL, 0);
    }

    @Test
    void namedLimits() {
        assertThat(Format.E4M3.define(Format.E4M3.largest())).isEqualTo(Floats.FP8E4M3_MAX);
        assertThat(Format.E5M2.define(Format.E5M2.largest())).isEqualTo(Floats.FP8E5M2_MAX);
        assertThat(Format.E2M1.define(Format.E2M1.largest())).isEqualTo(Floats.FP4E2M1_MAX);
        assertThat(Floats.f64ToFp4E2m1(Double.NaN)).isEqualTo(7);
    }

    @Test
    void floatAndDoubleSourcesAgree() {
        long seed = Long.getLong("sectile.seed", 7);
        var random = new Random(seed);
        for (int i = 0; i < 2_000_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Float.isNaN(value)) {
                continue;
            }
            boolean same = Floats.f32ToF16(value) == Floats.f64ToF16(value)
                    && Floats.f32ToBf16(value) == Floats.f64ToBf16(value);
            assertThat(same)
                    .as("%s, replay with -Dsectile.seed=%d", value, seed)
                    .isTrue();
        }
    }

    @Test
    void bf16FromFloatAtEveryTie() {
        for (int code = 0; code < 0x7f7f; code++) {
            int tie = (code << 16) | 0x8000;
            int even = code % 2 == 0 ? code : code + 1;
            same(even, Floats.f32ToBf16(Float.intBitsToFloat(tie)) & 0xffff, code);
            same(code, Floats.f32ToBf16(Float.intBitsToFloat(tie - 1)) & 0xffff, code);
            same(code + 1, Floats.f32ToBf16(Float.intBitsToFloat(tie + 1)) & 0xffff, code);
        }
    }

    @Test
    void everyNanStaysNan() {
        for (int payload : new int[] {1, 0x7fff, 0x8000, 0x3fffff, 0x400000, 0x7fffff}) {
            for (int sign : new int[] {0, 0x80000000}) {
                float nan = Float.intBitsToFloat(0x7f800000 | payload | sign);
                assertThat(Floats.f16ToF32(Floats.f32ToF16(nan))).isNaN();
                assertThat(Floats.bf16ToF32(Floats.f32ToBf16(nan))).isNaN();
                assertThat(Floats.f16ToF32(Floats.f64ToF16(nan))).isNaN();
                assertThat(Floats.bf16ToF32(Floats.f64ToBf16(nan))).isNaN();
                assertThat(Floats.fp8E4m3ToF32(Floats.f64ToFp8E4m3(nan))).isNaN();
                assertThat(Floats.fp8E5m2ToF32(Floats.f64ToFp8E5m2(nan))).isNaN();
            }
        }
    }

    @Test
    void doublesAreNotRoundedTwice() {
        // Just above a tie: a float in between would land on the tie and go to even.
        double aboveTie = 1 + 0x1p-11 + 0x1p-40;
        assertThat(Floats.f64ToF16(aboveTie)).isEqualTo((short) 0x3c01);
        assertThat(Floats.f32ToF16((float) aboveTie)).isEqualTo((short) 0x3c00);
        double aboveBf16Tie = 1 + 0x1p-8 + 0x1p-40;
        assertThat(Floats.f64ToBf16(aboveBf16Tie)).isEqualTo((short) 0x3f81);
        assertThat(Floats.f32ToBf16((float) aboveBf16Tie)).isEqualTo((short) 0x3f80);
    }

    @Test
    void powersOfTwo() {
        for (int code = 0; code < 255; code++) {
            double value = Math.pow(2, code - 127);
            assertThat((double) Floats.fp8E8m0ToF32((byte) code)).isEqualTo(value);
            assertThat(Floats.f64ToFp8E8m0(value)).isEqualTo((byte) code);
            if (code < 254) {
                int even = code % 2 == 0 ? code : code + 1;
                assertThat(Floats.f64ToFp8E8m0(value * 1.5)).isEqualTo((byte) even);
                assertThat(Floats.f64ToFp8E8m0(Math.nextDown(value * 1.5))).isEqualTo((byte) code);
                assertThat(Floats.f64ToFp8E8m0(Math.nextUp(value * 1.5))).isEqualTo((byte) (code + 1));
            }
        }
        assertThat(Floats.fp8E8m0ToF32((byte) 0xff)).isNaN();
        for (double nan : new double[] {Double.NaN, -1, Double.NEGATIVE_INFINITY, -Double.MIN_VALUE}) {
            assertThat(Floats.f64ToFp8E8m0(nan)).isEqualTo((byte) 0xff);
        }
        for (double small : new double[] {0, -0.0, Double.MIN_VALUE, 0x1p-128}) {
            assertThat(Floats.f64ToFp8E8m0(small)).isZero();
        }
        for (double large : new double[] {0x1p127, 0x1p128, Double.MAX_VALUE, Double.POSITIVE_INFINITY}) {
            assertThat(Floats.f64ToFp8E8m0(large)).isEqualTo((byte) 0xfe);
        }
    }

    @Test
    void arithmeticInFloatIsRoundedOnce() {
        // The claim of the class comment, on every pair of a sample: the f16 sum and product via float equal those via
        // double, where both are exact.
        short[] sample = new short[600];
        for (int i = 0; i < sample.length; i++) {
            sample[i] = (short) (i * 109);
        }
        for (short a : sample) {
            for (short b : sample) {
                float x = Floats.f16ToF32(a);
                float y = Floats.f16ToF32(b);
                if (Float.isNaN(x + y) || Float.isNaN(x * y)) {
                    continue;
                }
                same(Floats.f64ToF16((double) x + y), Floats.f32ToF16(x + y), x + " and " + y);
                same(Floats.f64ToF16((double) x * y), Floats.f32ToF16(x * y), x + " and " + y);
            }
        }
    }
}
