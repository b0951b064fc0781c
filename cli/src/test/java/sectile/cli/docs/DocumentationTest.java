package sectile.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.cli.Checkout;
import sectile.cli.Result;
import sectile.cli.launcher.Launcher;

/// Runs the commands of the documentation with the real launcher; [ShellBlock] says how a page marks them.
@Tag("launcher")
class DocumentationTest {
    private static final ExecutorService TWO_AT_A_TIME = Executors.newFixedThreadPool(2);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");

    static Stream<ShellBlock> blocks() {
        return Pages.all().stream().flatMap(page -> ShellBlock.of(page).stream());
    }

    static Stream<ShellBlock> testedBlocks() {
        return blocks().filter(block -> block.mode().equals("test"));
    }

    static List<Path> pages() {
        return Pages.all();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void saysWhetherItIsRun(ShellBlock block) {
        assertThat(block.mode())
                .as("what follows `sh` on the fence at %s", block)
                .isIn("test", "untested");
    }

    /// Two commands run at a time, each in a directory of its own.
    @TestFactory
    Stream<DynamicTest> runs(@TempDir Path directory) {
        List<Callable<Result>> runs = new ArrayList<>();
        List<ShellBlock> blocks = testedBlocks().toList();
        for (int i = 0; i < blocks.size(); i++) {
            Path own = directory.resolve(String.valueOf(i));
            ShellBlock block = blocks.get(i);
            runs.add(() -> run(block, Files.createDirectory(own)));
        }
        List<Future<Result>> results = runs.stream().map(TWO_AT_A_TIME::submit).toList();
        return IntStream.range(0, blocks.size())
                .mapToObj(i -> DynamicTest.dynamicTest(
                        blocks.get(i).toString(),
                        () -> check(blocks.get(i), results.get(i).get())));
    }

    @AfterAll
    static void end() {
        TWO_AT_A_TIME.shutdownNow();
    }

    private static Result run(ShellBlock block, Path directory) throws IOException {
        linkCheckout(directory);
        var shell = Launcher.from(directory).through(Path.of("/bin/bash"));
        Result result = shell.run("-euo", "pipefail", "-c", "exec 2>&1\n" + block.script());
        Checkout.deleteLinks(directory);
        return result;
    }

    private static void check(ShellBlock block, Result result) {
        assertThat(result.exitCode()).as(result.out()).isEqualTo(block.exitCode());
        int from = 0;
        for (String expected : block.expected()) {
            int found = result.out().indexOf(expected, from);
            assertThat(found)
                    .as("`%s` in, after offset %d:%n%s", expected, from, result.out())
                    .isNotNegative();
            from = found + expected.length();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadSomewhere(Path page) {
        List<String> broken = LINK.matcher(Pages.read(page))
                .results()
                .map(match -> match.group(1))
                .filter(target -> !target.contains("://"))
                .filter(target -> !Files.exists(page.resolveSibling(target)))
                .toList();
        assertThat(broken).as("links in %s", Pages.name(page)).isEmpty();
    }

    /// Commands run in a directory that looks like the checkout, so that what they write does not land in it.
    private static void linkCheckout(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(Checkout.root())) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (!Set.of(".git", ".sectile", "target").contains(name)) {
                    Files.createSymbolicLink(directory.resolve(name), file);
                }
            }
        }
    }
}
