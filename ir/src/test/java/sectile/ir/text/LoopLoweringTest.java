package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopLoweringTest {
    @Test
    void boundsAndStepAreFilledIn() {
        assertThat(Lowered.lines("""
                y = n + 0
                for i in pl.range(m):
                    y = y + i
                for i in pl.parallel(1, n, 2):
                    z = i + m
                """))
                .containsExactly(
                        "y = n + 0",
                        "for i in pl.range(m):",
                        "    y = y + i",
                        "for i_1 in pl.parallel(1, n, 2):",
                        "    z = i_1 + m");
    }

    @Test
    void carriedValuesAreYielded() {
        assertThat(Lowered.lines("""
                for i, (acc,) in pl.range(m, init_values=(n,)):
                    total = pl.yield_(acc + i)
                z = total
                """))
                .containsExactly(
                        "for i, (acc,) in pl.range(m, init_values=[n]):",
                        "    total = pl.yield_(acc + i)",
                        "z = total");
    }

    @Test
    void theIndexEndsWithTheLoop() {
        assertThat(Lowered.problems("""
                for i in pl.range(m):
                    y = i + n
                z = i
                """)).containsExactly("LANG-402: `i` is ambiguous here: its loop has ended");
    }

    @Test
    void aReadBeforeAnInnerLoopCountsForTheOuterOne() {
        assertThat(Lowered.problems("""
                y = n + m
                for i in pl.range(m):
                    a = y + i
                    for j in pl.range(m):
                        b = a + j
                    y = pl.cast(i, pl.FP32)
                """))
                .containsExactly("LANG-403: `y` is Scalar[INDEX] before this loop but Scalar[FP32] after an iteration");
    }

    @Test
    void aWrongLoopIsReportedOnce() {
        assertThat(Lowered.problems("""
                for i in pl.range(1, m, 0):
                    y = i + n
                z = y + n
                """)).containsExactly("LANG-413: the step of a loop cannot be 0");
    }
}
