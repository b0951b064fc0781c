package sectile.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
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
        assertThat(result.err()).contains("a number of ranks from 1 to 99999 such as 2, or a range such as 2-4");
    }

    @Test
    void exploreAndSchedulesExcludeEachOther() throws IOException {
        Result result =
                InProcess.sectile("verify", copied("self_clear.fixed.py").toString(), "--explore", "--schedules", "3");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-147");
    }

    @Test
    void findingsAreWrittenAsSarif() throws IOException {
        Path file = temp.resolve("found.sarif");
        Result found = InProcess.sectile(
                "verify", copied("barrier_set_ge.broken.py").toString(), "--ranks", "2", "--sarif", file.toString());
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(Files.readString(file))
                .contains(
                        "\"version\": \"2.1.0\"",
                        "\"ruleId\": \"CHECK-101\"",
                        "\"relatedLocations\"",
                        "\"threadFlows\"",
                        "\"executionOrder\": 1",
                        "barrier_set_ge.broken.py");
        Result clean = InProcess.sectile(
                "verify", copied("barrier_set_ge.fixed.py").toString(), "--ranks", "2", "--sarif", file.toString());
        assertThat(clean.exitCode()).isZero();
        assertThat(Files.readString(file).replaceAll("\\s+", "")).contains("\"results\":[]");
    }

    @Test
    void aReportHasALaneForEveryActorAndTheConflictInRed() throws IOException {
        Path page = temp.resolve("race.html");
        Result found = InProcess.sectile(
                "verify", copied("barrier_set_ge.broken.py").toString(), "--ranks", "2", "--report", page.toString());
        assertThat(found.exitCode()).isEqualTo(1);
        String html = Files.readString(page);
        assertThat(html).contains("error[CHECK-101]", "Race: a run that shows it", "rank 0, k", "rank 1, k");
        assertThat(html.split("<g class=\"conflict\">", -1)).hasSize(3);
        assertThat(html.split("class=\"edge conflict\"", -1)).hasSize(2);
        assertThat(html.split("class=\"head\"", -1)).hasSizeGreaterThan(4);
        InProcess.sectile("verify", copied("self_clear.broken.py").toString(), "--report", page.toString());
        assertThat(Files.readString(page)).contains("Stuck run: a run that shows it", "<g class=\"conflict\">");
    }

    @Test
    void checkWarnsOfWhatTheTextShows() throws IOException {
        Path file = temp.resolve("warned.sarif");
        String program = copied("barrier_set_ge.broken.py").toString();
        Result warned = InProcess.sectile("check", program, "--sarif", file.toString());
        assertThat(warned.exitCode()).isZero();
        assertThat(warned.err()).contains("warning[COMP-603]: this wait does nothing");
        assertThat(warned.out()).contains("1 function, 1 warning");
        assertThat(Files.readString(file)).contains("\"ruleId\": \"COMP-603\"", "\"level\": \"warning\"");
        assertThat(InProcess.sectile("check", program, "--json").out()).contains("\"code\": \"COMP-603\"");
        Path wrong = Files.writeString(temp.resolve("wrong.py"), "import pypto.language as pl\nx = (\n");
        Result refused = InProcess.sectile("check", wrong.toString(), "--sarif", file.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(Files.readString(file)).contains("\"level\": \"error\"");
    }

    @Test
    void aReplayIsSteppedInBothDirections() throws IOException {
        Path saved = temp.resolve("race.txt");
        InProcess.sectile(
                "verify",
                copied("barrier_set_ge.broken.py").toString(),
                "--ranks",
                "2",
                "--counterexample",
                saved.toString());
        var before = System.in;
        try {
            System.setIn(new java.io.ByteArrayInputStream("n\n\np\ng 5\ng 0\ng 99999\nfoo\nq\nn\n".getBytes(UTF_8)));
            Result stepped = InProcess.sectile("replay", saved.toString(), "--step");
            assertThat(stepped.exitCode()).isEqualTo(1);
            assertThat(stepped.out()
                            .lines()
                            .filter(line -> line.matches(" +\\d+ of \\d+ .*"))
                            .map(line -> line.strip().split(" ", 2)[0]))
                    .containsExactly("1", "2", "3", "2", "5");
            assertThat(stepped.out())
                    .contains("unknown command `foo`", "there are events 1 to ", "barrier_set_ge.broken.py:");
            assertThat(stepped.err()).contains("CHECK-101");
        } finally {
            System.setIn(before);
        }
        Result both = InProcess.sectile("replay", saved.toString(), "--step", "--json");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.out() + both.err()).contains("CLI-153");
    }

    private static final String TWICE = """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(self, data: pl.InOut[pld.DistributedTensor[[1, 4], pl.INT32]],
                      sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    data = pl.store(pl.tile.full([1, 4], dtype=pl.INT32, value=2), [0, 0], data)
                    sig = pld.tensor.barrier(sig)
                    sig = pld.tensor.barrier(sig)
                    other = pld.tile.remote_load(data, 1, [0, 0], [1, 4])
                    sig = pld.tensor.barrier(sig)
                    return data, sig
            """;

    @Test
    void superfluousBarriersAreReportedWithTheirTime() throws IOException {
        String file = Files.writeString(temp.resolve("twice.py"), TWICE).toString();
        Path sarif = temp.resolve("twice.sarif");
        Path report = temp.resolve("twice.html");
        Result text = InProcess.sectile(
                "verify", file, "--superfluous", "--sarif", sarif.toString(), "--report", report.toString());
        assertThat(text.exitCode()).isZero();
        assertThat(text.err())
                .contains("warning[CHECK-120]: this barrier `pld.tensor.barrier` is superfluous", "twice.py:10:9")
                .containsPattern("note: without it, the program is [0-9.]+ ns faster than [0-9.]+ µs");
        assertThat(text.out()).contains("superfluous: 2 of 3 sites; without 1 of them at once, the program is ");
        assertThat(Files.readString(sarif)).contains("\"CHECK-120\"", "\"level\": \"warning\"");
        assertThat(Files.readString(report)).contains("Superfluous synchronisation", "CHECK-120");

        Result json = InProcess.sectile("verify", file, "--superfluous", "--json", "--topology", "small");
        assertThat(json.out())
                .contains("\"need\": \"superfluous\"", "\"without_it\": \"CHECK-101\"", "\"together\": [")
                .containsPattern("\"saved_ps\": [1-9]");
    }

    @Test
    void messagesThatChangeNothingAreSuperfluous() throws IOException {
        String file = Files.writeString(temp.resolve("idle.py"), """
                        def kernel(out, rank, tl):
                            tl.send("E", tl.full((4,), 1.0, "f32"))
                            tl.recv("W", (4,), "f32")
                            tl.send("E", tl.full((4,), 2.0, "f32"))
                            got = tl.take("W", (4,), "f32")
                            if rank == 0:
                                tl.store(out, got)
                        """).toString();
        Result text = InProcess.sectile(
                "verify",
                file,
                "--wiring",
                "ring_1d",
                "--ranks",
                "2-3",
                "--kernel-args",
                "out=zeros:4:f32",
                "--superfluous");
        assertThat(text.exitCode()).isZero();
        assertThat(text.err())
                .contains("this message, which line 3 receives, is superfluous", "idle.py:2", "CHECK-121")
                .doesNotContain("which line 5 receives");
        assertThat(text.out())
                .contains("superfluous: 1 of 2 sites", "every queue: 1 of 4 slots is needed", "credits: ");
    }
}
