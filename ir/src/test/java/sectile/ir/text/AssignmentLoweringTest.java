package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AssignmentLoweringTest {
    @Test
    void aNameKeepsItsVariableWhileItKeepsItsType() {
        assertThat(Lowered.lines("""
                y = n + 1
                y += m
                y = pl.cast(y, pl.FP32)
                """))
                .containsExactly("y = n + 1", "y = y + m", "y_1: pl.Scalar[pl.FP32] = pl.cast(y, pl.FP32)");
    }

    @Test
    void aWrongStatementMakesItsTargetUnknown() {
        assertThat(Lowered.problems("""
                a, b = pl.nonsense(n)
                c = a + b
                d = pl.exp(c)
                """)).hasSize(1);
    }

    @Test
    void anAnnotationConvertsIntegers() {
        assertThat(Lowered.lines("y: pl.Scalar[pl.INT64] = n + 1\nz: pl.Scalar[pl.BOOL] = n"))
                .containsExactly(
                        "y: pl.Scalar[pl.INT64] = pl.cast(n + 1, pl.INT64)",
                        "z: pl.Scalar[pl.BOOL] = pl.cast(n, pl.BOOL)");
        assertThat(Lowered.problems("y: pl.Scalar[pl.FP32] = n")).hasSize(1);
    }

    @Test
    void aCallWithoutAValueCannotBeAssigned() {
        // Also after another mistake.
        assertThat(Lowered.problems("y = undefined\nz = pl.system.fence()"))
                .containsExactly(
                        "LANG-201: `undefined` is not defined", "LANG-405: this call returns no value to assign");
    }
}
