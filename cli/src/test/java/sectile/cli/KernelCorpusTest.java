package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.check.Finding;
import sectile.check.Verdict;
import sectile.cli.lang.Verified;

/// Broken kernels and their fixed twins. A comment `# finds CODE` is at every line that a finding of that code must
/// name; no other line may be the place of a finding.
class KernelCorpusTest {
    private static final Path CORPUS = Path.of("src/test/resources/tl-corpus");
    private static final Pattern EXPECTED = Pattern.compile("# finds (\\S+)");
    private static final Pattern OPTIONS = Pattern.compile("(?m)^# verify: (.+)$");

    static List<String> kernels() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> expected(String text) {
        var expected = new TreeSet<String>();
        int line = 0;
        for (String content : text.lines().toList()) {
            line++;
            Matcher matcher = EXPECTED.matcher(content);
            if (matcher.find()) {
                expected.add(line + " " + matcher.group(1));
            }
        }
        return expected;
    }

    private static Set<String> actual(List<Finding> findings) {
        var actual = new TreeSet<String>();
        for (Finding finding : findings) {
            Diagnostic diagnostic = finding.diagnostic();
            actual.add(diagnostic.span().line() + " " + diagnostic.code());
            switch (finding.kind()) {
                case RACE -> actual.add(diagnostic.notes().getFirst().span().line() + " " + diagnostic.code());
                case STUCK ->
                    diagnostic.notes().stream()
                            .filter(note -> !note.span().isNone())
                            .forEach(note -> actual.add(note.span().line() + " " + diagnostic.code()));
                case FAILURE, RESULT -> {}
            }
        }
        return actual;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyKernelGetsItsVerdict(String name) throws IOException {
        Path file = CORPUS.resolve(name);
        String text = Files.readString(file);
        Matcher options = OPTIONS.matcher(text);
        assertThat(options.find()).isTrue();
        var words = new ArrayList<>(List.of("verify", file.toString()));
        words.addAll(List.of(options.group(1).split(" ", -1)));
        Verified done = VerifyCall.run(words);
        if (name.endsWith(".fixed.py")) {
            assertThat(expected(text)).isEmpty();
            assertThat(done.last().verdict()).as("%s", done.findings()).isEqualTo(Verdict.PROVED);
        } else {
            assertThat(actual(done.findings())).as("%s", done.findings()).isEqualTo(expected(text));
            assertThat(done.findings()).allMatch(finding -> finding.choices().size() <= 20);
        }
    }

    /// Kinds of mistakes seen in public, and where they are: as a tile program, and as a kernel or why a kernel cannot
    /// make them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    barrier by Set/Ge that does nothing on its second use | barrier_set_ge | -: messages are taken once
                    self-clearing signal that erases a peer's next notify | self_clear | -: messages are taken once
                    a wait before its own send | wait_before_send | wait_before_send
                    notify without release of the data | notify_before_data | notify_before_data
                    fence lost on a fused path | fence_fused_path | -: a store is in memory before the kernel goes on
                    post-reduce barrier missing | post_reduce_barrier | post_reduce_barrier
                    Eq wait that a fast peer runs past | eq_wait_run_past | -: messages are not counted
                    one counter shared by two protocols | shared_counter | shared_queue
                    two phases in flight that clear each other's flags | phases_clear_flags | phases_in_flight
                    collectives in different order | collective_order | collective_order
                    a collective under a rank-dependent condition | collective_condition | collective_condition
                    a different number of iterations per rank | iterations_differ | iterations_differ
                    different grids that wait for each other | grids_differ | grids_differ
                    more blocks than cores | more_blocks_than_cores | -: a kernel is launched on PEs that it has alone
                    ends with transfers in flight | ends_in_flight | message_left
                    source reused before a transfer completed | put_source_reused | source_reused
                    lock array smaller than what it guards | lock_array_too_small | lock_array_too_small
                    queue of depth one where two are needed | pipe_of_one | full_queues
                    both directions of a ring through one slot range | ring_one_slot | ring_one_slot
                    send/send with full queues | full_pipes | full_queues
                    tile reused before its store finished | tile_reused | slot_overwritten
                    two blocks in one pipe slice | pipe_slice_shared | same_part
                    window reset after its handle was published | window_reset | window_reset
                    """)
    void everyKindOfMistakeHasAProgram(String kind, String program, String kernel) throws IOException {
        Path programs = Checkout.root().resolve("check/src/test/resources/corpus");
        assertThat(programs.resolve(program + ".broken.py")).as(kind).exists();
        if (!kernel.startsWith("-: ")) {
            assertThat(kernels()).as(kind).contains(kernel + ".broken.py");
        }
    }

    @Test
    void everyBrokenKernelHasAFixedTwin() throws IOException {
        List<String> names = kernels();
        assertThat(names).hasSizeGreaterThanOrEqualTo(38);
        for (String name : names) {
            assertThat(names)
                    .contains(name.replace(".broken.py", ".fixed.py"), name.replace(".fixed.py", ".broken.py"));
        }
    }
}
