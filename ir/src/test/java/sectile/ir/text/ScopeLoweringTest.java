package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScopeLoweringTest {
    @Test
    void whatAScopeAssignsIsVisibleAfterwards() {
        assertThat(Lowered.lines("""
                with pl.cluster():
                    y = n + m
                z = y + 1
                """)).containsExactly("with pl.cluster():", "    y = n + m", "z = y + 1");
    }

    @Test
    void theBlockIndexIsNot() {
        assertThat(Lowered.problems("""
                for b in pl.spmd(4):
                    y = b + n
                z = b
                """)).containsExactly("LANG-402: `b` is ambiguous here: its scope has ended");
    }
}
