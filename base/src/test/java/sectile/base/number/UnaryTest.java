package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import sectile.base.array.DType;
import sectile.base.array.Shape;

final class UnaryTest {
    @ParameterizedTest
    @EnumSource(value = UnaryFunction.class, mode = EnumSource.Mode.EXCLUDE, names = "NOT")
    void everyF16RoundsOnce(UnaryFunction op) {
        everyPattern(op, DType.F16);
    }

    @ParameterizedTest
    @EnumSource(value = UnaryFunction.class, mode = EnumSource.Mode.EXCLUDE, names = "NOT")
    void everyBf16RoundsOnce(UnaryFunction op) {
        everyPattern(op, DType.BF16);
    }

    @ParameterizedTest
    @EnumSource(value = UnaryFunction.class, mode = EnumSource.Mode.EXCLUDE, names = "NOT")
    void f32AndF64FollowTheReference(UnaryFunction op) {
        for (DType dtype : new DType[] {DType.F32, DType.F64}) {
            Tile a = Exact.randomBits(dtype, Shape.of(5000), 11);
            check(op, a, TileMath.unary(op, a));
        }
    }

    @ParameterizedTest
    @CsvSource({"I8,-128", "I16,-32768", "I32,-2147483648", "I64,-9223372036854775808"})
    void integersWrap(DType dtype, long lowest) {
        Tile a = Tile.ofLongs(dtype, Shape.of(3), lowest, -5, 7);
        assertThat(TileMath.neg(a).toLongs()).containsExactly(lowest, 5, -7);
        assertThat(TileMath.abs(a).toLongs()).containsExactly(lowest, 5, 7);
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"BOOL", "F8E4M3", "F4E2M1", "F8E8M0"})
    void storageTypesAreRefused(DType dtype) {
        Tile a = Tile.zeros(dtype, Shape.of(2));
        assertThatThrownBy(() -> TileMath.abs(a))
                .hasMessageContaining("KER-103")
                .hasMessageContaining(dtype.text());
        assertThatThrownBy(() -> TileMath.exp(a)).hasMessageContaining("KER-103");
    }

    @ParameterizedTest
    @EnumSource(
            value = UnaryFunction.class,
            names = {"SQRT", "EXP", "LOG", "SIGMOID", "SIN", "COS"})
    void integersHaveNoTranscendentals(UnaryFunction op) {
        assertThatThrownBy(() -> TileMath.unary(op, Tile.zeros(DType.I32, Shape.of(1))))
                .hasMessageContaining("KER-103")
                .hasMessageContaining(op.text() + " of i32");
    }

    private static void everyPattern(UnaryFunction op, DType dtype) {
        Tile a = Exact.all(dtype);
        check(op, a, TileMath.unary(op, a));
    }

    private static void check(UnaryFunction op, Tile a, Tile result) {
        DoubleUnaryOperator reference = reference(op);
        double[] inputs = a.toDoubles();
        double[] found = result.toDoubles();
        for (int i = 0; i < inputs.length; i++) {
            double expected = Exact.round(reference.applyAsDouble(inputs[i]), a.dtype());
            if (Double.doubleToLongBits(expected) != Double.doubleToLongBits(found[i])) {
                assertThat(found[i]).as("%s(%s)", op, inputs[i]).isEqualTo(expected);
            }
        }
        assertThat(canonicalNans(result)).isTrue();
    }

    /// The same bits come back when every value is encoded afresh, NaN included.
    private static boolean canonicalNans(Tile tile) {
        return Tile.ofDoubles(tile.dtype(), tile.shape(), tile.toDoubles()).equals(tile);
    }

    private static DoubleUnaryOperator reference(UnaryFunction op) {
        return switch (op) {
            case NEG -> x -> -x;
            case ABS -> Math::abs;
            case NOT -> throw new IllegalArgumentException("not of a floating-point number");
            case RELU -> x -> Double.isNaN(x) || x > 0 ? x : 0;
            case RECIP -> x -> 1 / x;
            case RSQRT -> x -> 1 / StrictMath.sqrt(x);
            case SQRT -> StrictMath::sqrt;
            case EXP -> StrictMath::exp;
            case LOG -> StrictMath::log;
            case SIGMOID -> x -> x >= 0 ? 1 / (1 + StrictMath.exp(-x)) : StrictMath.exp(x) / (1 + StrictMath.exp(x));
            case SIN -> StrictMath::sin;
            case COS -> StrictMath::cos;
        };
    }
}
