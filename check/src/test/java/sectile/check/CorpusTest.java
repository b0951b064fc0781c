package sectile.check;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.SourceFile;
import sectile.check.race.MemoryOrder;
import sectile.interp.Run;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Broken programs and their fixed twins. A comment `# finds CODE` is at every line that a finding of that
/// code must name; no other line may be the place of a finding.
class CorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final Pattern EXPECTED = Pattern.compile("# finds (\\S+)");
    private static final int MAX_STEPS = 10_000;
    private static final int MAX_RUNS = 20_000;
    /// Of a run after its order is shortened, up to the mistake.
    private static final int MOST_EVENTS = 20;

    static List<String> programs() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String read(String file) throws IOException {
        return Files.readString(CORPUS.resolve(file));
    }

    private static String header(String text, String key) {
        var matcher = Pattern.compile("(?m)^# " + key + ": (\\S+)$").matcher(text);
        assertThat(matcher.find()).as("a line `# %s: …`", key).isTrue();
        return matcher.group(1);
    }

    /// A program with `# order: silicon` must also be clean in strong order.
    private static MemoryOrder order(String text) {
        return text.contains("\n# order: silicon\n") ? MemoryOrder.SILICON : MemoryOrder.STRONG;
    }

    private static Verifier verifier(String file, MemoryOrder order) throws IOException {
        String text = read(file);
        Program program = FrontEnd.parse(new SourceFile(file, text));
        Run run = Run.of(header(text, "entry")).on(Integer.parseInt(header(text, "ranks")));
        if (text.contains("\n# calls: ")) {
            run = run.repeated(Integer.parseInt(header(text, "calls")));
        }
        for (var param : program.find(header(text, "entry")).orElseThrow().params()) {
            if (param.name().equals("a")) {
                run = run.with("a", NdArray.zeros(DType.F32, Shape.of(16, 16)));
            } else if (param.name().equals("x")) {
                run = run.with("x", NdArray.full(DType.F32, Shape.of(1, 8), 1));
            }
        }
        return new Verifier(program, run, order);
    }

    static Verification verification(String file) throws IOException {
        return verifier(file, order(read(file))).explore(MAX_RUNS, MAX_STEPS, () -> false);
    }

    private static Set<String> expected(String text) {
        var expected = new TreeSet<String>();
        int line = 0;
        for (String content : text.lines().toList()) {
            line++;
            var matcher = EXPECTED.matcher(content);
            if (matcher.find()) {
                expected.add(line + " " + matcher.group(1));
            }
        }
        return expected;
    }

    /// The lines of the two accesses of a race; the lines at which a stuck run waits.
    private static Set<String> actual(List<Finding> findings) {
        var actual = new TreeSet<String>();
        for (Finding finding : findings) {
            Diagnostic diagnostic = finding.diagnostic();
            switch (finding.kind()) {
                case RACE -> {
                    actual.add(diagnostic.span().line() + " " + diagnostic.code());
                    if (diagnostic.code().equals("CHECK-101")) {
                        actual.add(diagnostic.notes().getFirst().span().line() + " " + diagnostic.code());
                    }
                }
                case STUCK ->
                    diagnostic.notes().stream()
                            .filter(note -> note.message().contains(" waits until ")
                                    || note.message().contains(" waits in ")
                                    || note.message().contains(" waits for a ")
                                    || note.message().contains(" waits for an "))
                            .forEach(note -> actual.add(note.span().line() + " " + diagnostic.code()));
                case FAILURE -> actual.add(diagnostic.span().line() + " " + diagnostic.code());
                case RESULT -> actual.add("0 " + diagnostic.code());
            }
        }
        return actual;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void everyProgramGetsItsVerdict(String file) throws IOException {
        MemoryOrder order = order(read(file));
        if (order == MemoryOrder.SILICON) {
            assertThat(verifier(file, MemoryOrder.STRONG)
                            .explore(MAX_RUNS, MAX_STEPS, () -> false)
                            .verdict())
                    .isEqualTo(Verdict.PROVED);
        }
        Verification done = verification(file);
        Set<String> expected = expected(read(file));
        if (file.endsWith(".fixed.py")) {
            assertThat(expected).isEmpty();
            assertThat(done.findings()).isEmpty();
            assertThat(done.verdict()).isEqualTo(Verdict.PROVED);
            return;
        }
        assertThat(done.verdict()).isEqualTo(Verdict.FOUND);
        // One finding for each cause: no two races name the same two places.
        List<Set<String>> pairs = done.findings().stream()
                .filter(finding -> finding.diagnostic().code().equals("CHECK-101"))
                .map(finding -> Set.copyOf(List.of(
                        finding.diagnostic().span().toString(),
                        finding.diagnostic().notes().getFirst().span()
                                + (finding.diagnostic()
                                                .span()
                                                .equals(finding.diagnostic()
                                                        .notes()
                                                        .getFirst()
                                                        .span())
                                        ? " as well"
                                        : ""))))
                .toList();
        assertThat(pairs).doesNotHaveDuplicates();
        Set<String> actual = actual(done.findings());
        if (expected.stream().anyMatch(line -> line.endsWith("CHECK-102"))) {
            assertThat(actual).containsExactly("0 CHECK-102");
        } else {
            assertThat(actual).as("%s", done.findings()).isEqualTo(expected);
        }
        for (Finding finding : done.findings()) {
            Verifier.Replay replay = verifier(file, order).replay(finding.choices());
            assertThat(replay.hasDiverged()).isFalse();
            assertThat(finding.choices()).as(finding.cause()).hasSizeLessThanOrEqualTo(MOST_EVENTS);
            assertThat(replay.leadingTo(finding.cause())).as(finding.cause()).hasSizeLessThanOrEqualTo(MOST_EVENTS);
            assertThat(replay.findings()).extracting(Finding::cause).contains(finding.cause());
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void drawnOrdersFindNothingInFixedPrograms(String file) throws IOException {
        if (file.endsWith(".fixed.py")) {
            Verification done = verifier(file, order(read(file))).sample(30, 1, () -> false);
            assertThat(done.findings()).isEmpty();
            assertThat(done.schedules()).isEqualTo(30);
        }
    }

    @Test
    void toDecideTheFirstMistakeIsEnough() throws IOException {
        String file = "barrier_set_ge.broken.py";
        Verification decided = verifier(file, MemoryOrder.STRONG).deciding().explore(MAX_RUNS, MAX_STEPS, () -> false);
        assertThat(decided.verdict()).isEqualTo(Verdict.FOUND);
        assertThat(decided.executions()).isLessThan(verification(file).executions());
    }

    @Test
    void everyBrokenProgramHasAFixedTwin() throws IOException {
        List<String> names = programs();
        assertThat(names).hasSizeGreaterThanOrEqualTo(120);
        for (String name : names) {
            String twin = name.endsWith(".broken.py")
                    ? name.replace(".broken.py", ".fixed.py")
                    : name.replace(".fixed.py", ".broken.py");
            assertThat(names).contains(twin);
            assertThat(read(name).lines()).as(name).hasSizeLessThanOrEqualTo(45);
        }
    }
}
