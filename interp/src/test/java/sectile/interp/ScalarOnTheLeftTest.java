package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;

/// A scalar may be on either side of an operator, and a quotient is rounded once on either.
class ScalarOnTheLeftTest {
    private static final String TILE = """
        t = pl.load(x, [0, 0], [16, 64])
        out = pl.store(%s, [0, 0], out)
        return out
        """;

    private static final String TENSOR = """
        out = pl.assemble(out, %s, [0, 0])
        return out
        """;

    private static NdArray run(String body, String dtype, NdArray x) {
        String text = """
            import pypto.language as pl

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, x: pl.Tensor[[16, 64], pl.%s], out: pl.Out[pl.Tensor[[16, 64], pl.%s]]):
            %s\
            """.formatted(dtype, dtype, body.indent(8));
        return new Interpreter(Programs.parse(text))
                .run(Run.of("k").with("x", x))
                .output("out");
    }

    @Test
    void aQuotientIsRoundedOnce() {
        NdArray x = NdArray.zeros(DType.F32, Shape.of(16, 64));
        for (int i = 0; i < x.elements(); i++) {
            x.setDoubleAt(i, 1 + i * 0.37f);
        }
        int twice = 0;
        for (String body : new String[] {TILE.formatted("3.0 / t"), TENSOR.formatted("3.0 / x")}) {
            NdArray out = run(body, "FP32", x);
            for (int i = 0; i < x.elements(); i++) {
                float divisor = (float) x.getDoubleAt(i);
                assertThat((float) out.getDoubleAt(i)).isEqualTo(3 / divisor);
                twice += 3 / divisor == 3 * (1 / divisor) ? 0 : 1;
            }
        }
        assertThat(twice).as("elements that would be wrong if rounded twice").isPositive();
    }

    @ParameterizedTest
    @CsvSource({"//, 33", "%, 1", "<<, 800", ">>, 12", "-, 97", "/, 33"})
    void integers(String operator, long expected) {
        NdArray x = NdArray.zeros(DType.I32, Shape.of(16, 64));
        for (int i = 0; i < x.elements(); i++) {
            x.setLongAt(i, 3);
        }
        for (String body :
                new String[] {TILE.formatted("100 " + operator + " t"), TENSOR.formatted("100 " + operator + " x")}) {
            assertThat(run(body, "INT32", x).getLongAt(17)).isEqualTo(expected);
        }
    }
}
