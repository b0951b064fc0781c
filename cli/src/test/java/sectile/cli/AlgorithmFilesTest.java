package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `run ALGO.xml` and `verify ALGO.xml`. In the broken files a comment `finds CODE` is at every line that a
/// diagnostic of that code must name, as its place or, of a race or a stuck run, in a note.
class AlgorithmFilesTest {
    private static final Pattern EXPECTED = Pattern.compile("<!-- finds (\\S+) -->");
    private static final Pattern CODE = Pattern.compile("error\\[([A-Z]+-\\d+)]");
    private static final Pattern PLACE = Pattern.compile("--> \\S+\\.xml:(\\d+):");

    @TempDir
    Path temp;

    static List<Path> examples() throws IOException {
        return files(Checkout.root().resolve("examples/algorithms"));
    }

    static List<Path> broken() throws IOException {
        return files(Checkout.root().resolve("cli/src/test/resources/algorithms"));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleIsRightOnTheMachineAndProvedInBothOrders(Path file) {
        Result run = InProcess.sectile("run", file.toString(), "--set", "system.sips.count=4", "--chunk", "100");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("values checked, 0 wrong", "algbw");
        for (String order : List.of("strong", "silicon")) {
            Result proved = InProcess.sectile("verify", file.toString(), "--order", order);
            assertThat(proved.exitCode()).as(proved.err()).isZero();
            assertThat(proved.out()).contains("ranks: proved (" + order + " order");
        }
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aBrokenFileIsRefusedAtItsLine(Path file) throws IOException {
        Set<String> expected = new TreeSet<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            var matcher = EXPECTED.matcher(lines.get(i));
            if (matcher.find()) {
                expected.add(i + 1 + " " + matcher.group(1));
            }
        }
        assertThat(expected).isNotEmpty();
        Path saved = temp.resolve("order.txt");
        Result found = InProcess.sectile("verify", file.toString(), "--counterexample", saved.toString());
        boolean verified =
                expected.stream().anyMatch(e -> e.contains("CHECK-") || e.contains("EXEC-") || e.contains("ALGO-130"));
        assertThat(found.exitCode()).as(found.err()).isEqualTo(verified ? 1 : 2);
        assertThat(places(found.err(), verified)).as(found.err()).isEqualTo(expected);
        if (verified) {
            assertThat(InProcess.sectile("replay", saved.toString()).exitCode()).isOne();
        }
    }

    private static Set<String> places(String shown, boolean withNotes) {
        Set<String> places = new TreeSet<>();
        String code = "";
        boolean wanted = false;
        for (String line : shown.lines().toList()) {
            var error = CODE.matcher(line);
            if (error.find()) {
                code = error.group(1);
                wanted = true;
            } else if (line.startsWith("note:")) {
                wanted = withNotes && !line.contains("waits for task") && !code.equals("ALGO-130");
            }
            var place = PLACE.matcher(line);
            if (wanted && place.find()) {
                places.add(place.group(1) + " " + code);
            }
        }
        return places;
    }

    @Test
    void aRunShowsWrongValues() {
        Path file = Checkout.root().resolve("cli/src/test/resources/algorithms/copied_not_reduced.xml");
        Result run = InProcess.sectile("run", file.toString(), "--set", "system.sips.count=4", "--json");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("\"ok\": false");
    }

    @Test
    void everyOperationAndElementTypeIsChecked() throws IOException {
        String ring = Files.readString(Checkout.root().resolve("examples/algorithms/allreduce_ring.xml"));
        for (String operation : List.of("sum", "prod", "max", "min")) {
            Path file = temp.resolve(operation + ".xml");
            Files.writeString(file, ring.replace("inplace=\"1\"", "inplace=\"1\" redop=\"" + operation + "\""));
            for (String type : List.of("f32", "f16", "i32")) {
                Result run = InProcess.sectile("verify", file.toString(), "--dtype", type, "--slots", "2");
                assertThat(run.exitCode()).as(run.err()).isZero();
                assertThat(run.out()).contains("proved");
            }
        }
    }

    /// A step that sends on holds the slot of what it received until it may send.
    @Test
    void aRingWithOneSlotGetsStuck() {
        Path file = Checkout.root().resolve("examples/algorithms/allreduce_ring.xml");
        Result stuck = InProcess.sectile("verify", file.toString(), "--slots", "1");
        assertThat(stuck.exitCode()).isEqualTo(1);
        assertThat(stuck.err()).contains("EXEC-201");
    }

    @Test
    void aChunkLargerThanATileGoesInSeveral() {
        Path file = Checkout.root().resolve("examples/algorithms/reduce_scatter_halving.xml");
        Result run = InProcess.sectile("run", file.toString(), "--set", "system.sips.count=4", "--chunk", "20001");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("80,004 values checked, 0 wrong");
    }

    @Test
    void aCounterexampleOfAnAlgorithmIsReplayed() throws IOException {
        Path file = temp.resolve("a.xml");
        Files.copy(Checkout.root().resolve("cli/src/test/resources/algorithms/sent_too_early.xml"), file);
        Path saved = temp.resolve("race.txt");
        InProcess.sectile("verify", file.toString(), "--chunk", "8", "--counterexample", saved.toString());
        assertThat(Files.readString(saved)).contains("word --chunk", "word 8");
        Result replayed = InProcess.sectile("replay", saved.toString());
        assertThat(replayed.exitCode()).isEqualTo(1);
        assertThat(replayed.err()).contains("CHECK-101");
    }

    @Test
    void aWarningOfTheTextIsShownOnce() throws IOException {
        Path file = temp.resolve("a.xml");
        String text = Files.readString(Checkout.root().resolve("cli/src/test/resources/algorithms/sent_too_early.xml"));
        Files.writeString(file, text.replaceFirst("<algo ", "<algo colour=\"red\" "));
        Path saved = temp.resolve("race.txt");
        Result found = InProcess.sectile("verify", file.toString(), "--counterexample", saved.toString());
        assertThat(found.err()).containsOnlyOnce("the attribute `colour`");
        assertThat(InProcess.sectile("replay", saved.toString()).err()).containsOnlyOnce("the attribute `colour`");
    }

    @Test
    void optionsOfTheOtherKindOfFileAreRefused() {
        Path file = Checkout.root().resolve("examples/algorithms/allreduce_ring.xml");
        Result ranks = InProcess.sectile("verify", file.toString(), "--ranks", "4");
        assertThat(ranks.exitCode()).isEqualTo(2);
        assertThat(ranks.err()).contains("CLI-180", "`--ranks` is for a program");
        Result chunk = InProcess.sectile(
                "verify", Checkout.root().resolve("examples/all_reduce.py").toString(), "--chunk", "4");
        assertThat(chunk.exitCode()).isEqualTo(2);
        assertThat(chunk.err()).contains("CLI-180");
        Result type = InProcess.sectile("verify", file.toString(), "--dtype", "i8");
        assertThat(type.exitCode()).isEqualTo(2);
        assertThat(type.err()).contains("CLI-181");
        Result data = InProcess.sectile("run", file.toString(), "--no-data");
        assertThat(data.exitCode()).isEqualTo(2);
        assertThat(data.err()).contains("CLI-143");
        Result missing = InProcess.sectile("run", temp.resolve("none.xml").toString());
        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("BASE-201");
    }
}
