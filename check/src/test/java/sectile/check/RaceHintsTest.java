package sectile.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The hint of a race names the edge that the author has to add, and not one that would order the two the wrong way
/// round.
class RaceHintsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    counter_too_small   | a wait for what line 20 signals after line 19, before line 23, would order them
                    round_ahead         | a wait for what line 21 signals after line 20, before line 24, or a signal after line 24 and a wait for it before line 20, would order them
                    credit_too_many     | a wait for what line 22 signals after line 21, before line 25, or a wait for what line 26 signals after line 25, before line 21, would order them
                    columns_overlap     | a signal after line 19 and a wait for it before line 21, or a barrier between them, would order them
                    get_read_early      | pld.system.quiet() between line 19 and line 20 would wait for the transfer; a fence does not
                    fence_is_not_quiet  | pld.system.quiet() between line 19 and line 21 would wait for the transfer; a fence does not
                    puts_to_one_target  | pld.system.quiet() between line 19 and line 20, or pld.system.fence() if the first is a put, would order the transfers
                    put_in_flight_signal | pld.system.quiet() after line 19, then a signal, and a wait for it before line 24, would order them
                    get_after_fence     | pld.system.quiet() after line 20, then a signal, and a wait for it before line 24, would order them
                    """)
    void namesTheMissingEdge(String program, String hint) throws IOException {
        Verification done = CorpusTest.verification(program + ".broken.py");
        assertThat(done.findings())
                .extracting(finding -> finding.diagnostic().hint())
                .contains(hint);
    }
}
