package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReturnLoweringTest {
    @Test
    void theFirstReturnSaysWhatTheOthersReturn() {
        assertThat(Lowered.problems("""
                if n > m:
                    return n
                return n, m
                """)).singleElement().asString().startsWith("LANG-521: this returns Tuple[");
    }

    @Test
    void aCallThatReturnsNothingIsAStatement() {
        assertThat(Lowered.lines("return pl.system.fence()")).containsExactly("pl.system.fence()", "return");
    }
}
