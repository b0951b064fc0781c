package sectile.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.sim.Place;

class ProductCheckTest {
    private static final ValueCheck.Result WHERE = new ValueCheck.Result("c", new Place(0, 0, 0));

    /// Small products are compared element by element, large ones with a random vector, unless their type rounds.
    @ParameterizedTest
    @CsvSource({
        "f32, 3, 5, 7",
        "f32, 300, 310, 320",
        "f16, 300, 310, 320",
        "f16, 200, 210, 900",
        "bf16, 200, 210, 900",
        "i32, 257, 260, 300"
    })
    void theProductPassesAndEveryOtherMatrixDoesNot(String type, int m, int n, int k) {
        DType dtype = DType.parse(type).orElseThrow();
        float[] a = SmallIntegers.floats(1, (long) m * k);
        float[] b = SmallIntegers.floats(2, (long) k * n);
        float[] c = new float[m * n];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                for (int l = 0; l < k; l++) {
                    c[i * n + j] += a[i * k + l] * b[l * n + j];
                }
            }
        }
        var product = new ProductCheck(a, b, m, n, k);
        assertThat(wrong(product, array(dtype, c, m, n))).isZero();
        for (int at : new int[] {0, n - 1, m * n / 2, m * n - 1}) {
            float right = c[at];
            c[at] += right >= 0 ? 1 : -1;
            assertThat(wrong(product, array(dtype, c, m, n)))
                    .as("element %d", at)
                    .isOne();
            c[at] = right;
        }
        if (dtype.isFloat()) {
            c[7] = Float.NaN;
            assertThat(wrong(product, array(dtype, c, m, n))).isOne();
        }
    }

    private static NdArray array(DType dtype, float[] values, int m, int n) {
        return SmallIntegers.tile(dtype, Shape.of(m, n), values).toNdArray();
    }

    private static long wrong(ProductCheck product, NdArray found) {
        var check = new ValueCheck();
        product.compare(check, WHERE, found);
        assertThat(check.checked()).isEqualTo(found.elements());
        return check.wrong();
    }
}
