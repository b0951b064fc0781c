package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WhileLoweringTest {
    @Test
    void aPlainWhileAssignsVariables() {
        assertThat(Lowered.lines("""
                y = n + 0
                while y < m:
                    y = y + 1
                """)).containsExactly("y = n + 0", "while y < m:", "    y = y + 1");
    }

    @Test
    void aCarriedWhileSeesItsValuesInTheCondition() {
        assertThat(Lowered.lines("""
                for (i,) in pl.while_(init_values=(n,)):
                    pl.cond(i < m)
                    last = pl.yield_(i + 1)
                z = last
                """))
                .containsExactly(
                        "for (i,) in pl.while_(init_values=[n]):",
                        "    pl.cond(i < m)",
                        "    last = pl.yield_(i + 1)",
                        "z = last");
    }

    @Test
    void theConditionComesFirst() {
        assertThat(Lowered.problems("""
                for (i,) in pl.while_(init_values=(n,)):
                    last = pl.yield_(i + 1)
                """)).containsExactly("LANG-416: the first statement of pl.while_ is pl.cond(…)");
    }
}
