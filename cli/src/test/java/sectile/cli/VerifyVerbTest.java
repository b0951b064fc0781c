package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `verify` and `replay`.
class VerifyVerbTest {
    @TempDir
    Path temp;

    private Path copied(String program) throws IOException {
        Path corpus = Checkout.root().resolve("check/src/test/resources/corpus");
        return Files.copy(corpus.resolve(program), temp.resolve(program));
    }

    @Test
    void aRaceIsExplainedAndReplayed() throws IOException {
        Path program = copied("notify_before_data.broken.py");
        Path saved = temp.resolve("race.txt");
        Result found =
                InProcess.sectile("verify", program.toString(), "--ranks", "2", "--counterexample", saved.toString());
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out()).startsWith("k on 2 ranks: found, 1 finding (strong order, ");
        assertThat(found.err())
                .contains(
                        "CHECK-101",
                        "rank 1, k writes bytes 0 to 15 of data of rank 0, and nothing orders this after line 25",
                        "rank 0, k reads bytes 0 to 15 of data of rank 0 here",
                        "the last order from rank 1, k to rank 0, k: the cell sig of rank 0",
                        "line 22 signals before line 23 accesses the bytes; a signal after line 23");

        Result replayed = InProcess.sectile("replay", saved.toString());
        assertThat(replayed.exitCode()).isEqualTo(1);
        assertThat(replayed.out()).contains("    1  ", "writes data of rank", "acquires the cell sig of rank");
        assertThat(replayed.err()).contains("CHECK-101");
        assertThat(InProcess.sectile("replay", saved.toString(), "--json").out())
                .contains("\"ok\": false", "\"kind\": \"race\"");

        Files.writeString(program, Files.readString(program) + "# changed\n");
        Result changed = InProcess.sectile("replay", saved.toString());
        assertThat(changed.exitCode()).isEqualTo(2);
        assertThat(changed.err()).contains("CHECK-111", "has changed since");
    }

    @Test
    void aStuckRunShowsValuesAndWhoChangedThemLast() throws IOException {
        Result found =
                InProcess.sectile("verify", copied("self_clear.broken.py").toString(), "--json", "--explore");
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out())
                .contains(
                        "\"verdict\": \"found\"",
                        "\"kind\": \"stuck\"",
                        "rank 1, k waits until sig of rank 1 [0, 0] >= 1; it is 0",
                        "rank 1, k set it to 0 last",
                        "no actor that is left can signal sig of rank 1 [0, 0]");
    }

    @Test
    void aRightProgramIsProvedOnEveryNumberOfRanks() throws IOException {
        Result proved = InProcess.sectile(
                "verify", copied("notify_before_data.fixed.py").toString(), "--ranks", "2-3");
        assertThat(proved.exitCode()).as(proved.err()).isZero();
        assertThat(proved.out())
                .contains("k on 2 ranks: proved (strong order, all ", "k on 3 ranks: proved (strong order, all ");
    }

    @Test
    void drawnOrdersProveNothing() throws IOException {
        String program = copied("notify_before_data.fixed.py").toString();
        Result drawn = InProcess.sectile("verify", program, "--schedules", "20");
        assertThat(drawn.exitCode()).isZero();
        assertThat(drawn.out()).startsWith("k on 2 ranks: not found (strong order, 20 drawn orders, ");
        Result cut = InProcess.sectile("verify", program, "--ranks", "4", "--explore", "--max-states", "1");
        assertThat(cut.out()).contains("k on 4 ranks: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "3-2", "x", "1-"})
    void ranksAreANumberOrARange(String ranks) throws IOException {
        Result result =
                InProcess.sectile("verify", copied("self_clear.fixed.py").toString(), "--ranks", ranks);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("a number of ranks such as 2, or a range such as 2-4");
    }

    @Test
    void exploreAndSchedulesExcludeEachOther() throws IOException {
        Result result =
                InProcess.sectile("verify", copied("self_clear.fixed.py").toString(), "--explore", "--schedules", "3");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-147");
    }
}
