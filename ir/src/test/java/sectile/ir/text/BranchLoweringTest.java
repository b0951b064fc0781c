package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BranchLoweringTest {
    @Test
    void bothBranchesAssignTheSameVariable() {
        assertThat(Lowered.lines("""
                if n > m:
                    y = n + 1
                else:
                    y = m + 2
                z = y
                """)).containsExactly("if n > m:", "    y = n + 1", "else:", "    y = m + 2", "z = y");
    }

    @Test
    void aKnownConditionChoosesNow() {
        assertThat(Lowered.lines("""
                if 1 > 2:
                    y = n + 1
                else:
                    y = m + 2
                """)).containsExactly("y = m + 2");
    }

    @Test
    void aBranchThatLeavesDoesNotCount() {
        assertThat(Lowered.problems("""
                for i in pl.range(n):
                    y = m + i
                    if n > m:
                        y = pl.cast(i, pl.FP32)
                        break
                    z = y + i
                """)).isEmpty();
    }

    @Test
    void aNameThatOneBranchMakesAnotherTypeCannotBeUsed() {
        assertThat(Lowered.problems("""
                y = n + m
                if n > m:
                    y = pl.cast(n, pl.FP32)
                z = y
                """))
                .containsExactly("LANG-402: `y` is ambiguous here: only one branch changes it from Scalar[INDEX] to"
                        + " Scalar[FP32]");
    }

    @Test
    void bothBranchesYieldOrNone() {
        assertThat(Lowered.problems("""
                if n > m:
                    y = pl.yield_(n)
                else:
                    z = m
                """)).containsExactly("LANG-401: only one branch of this `if` ends with pl.yield_");
    }
}
