package sectile.compiler.passes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Severity;
import sectile.base.diag.SourceFile;
import sectile.compiler.Pipelines;
import sectile.compiler.pass.Pass;
import sectile.compiler.pass.PassContext;
import sectile.compiler.target.Targets;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Every file under `wrong/back` is a program of tiles that a pass from ExpandMixedKernel on rejects, every file under
/// `wrong/front` one that the whole compilation rejects. It says, at the
/// offending line, which error it is and where: `# error[COMP-303] col 19: part of the message`. To add a case, copy a
/// file and change these.
class WrongProgramsTest {
    private static final Pattern EXPECTATION = Pattern.compile("# error\\[(COMP-\\d+)\\] col (\\d+): (.*)$");

    private static final List<Pass> PASSES = List.of(
            new ExpandMixedKernel(),
            new InjectGmPipeBuffer(),
            new InitMemRef(),
            new MemoryReuse(),
            new AllocateAddresses());

    static Stream<Path> programs() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "resources", "wrong"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList().stream();
        }
    }

    private record Expected(String code, int line, int column, String text) {}

    @ParameterizedTest
    @MethodSource("programs")
    void isRejectedAsItSays(Path path) throws IOException {
        String text = Files.readString(path);
        var expected = new ArrayList<Expected>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher matcher = EXPECTATION.matcher(lines.get(i));
            if (matcher.find()) {
                expected.add(
                        new Expected(matcher.group(1), i + 1, Integer.parseInt(matcher.group(2)), matcher.group(3)));
            }
        }
        Program program = FrontEnd.parse(new SourceFile(path.getFileName().toString(), text));
        var diagnostics = new Diagnostics();
        List<Pass> passes = Path.of("front").equals(path.getName(path.getNameCount() - 2))
                ? Pipelines.named(Pipelines.FULL)
                : PASSES;
        for (Pass pass : passes) {
            if (!diagnostics.hasErrors()) {
                program = pass.run(program, new PassContext(Targets.builtIn("npu-gm"), diagnostics));
            }
        }
        List<Diagnostic> errors = diagnostics.all().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .toList();
        assertThat(errors)
                .extracting(
                        d -> d.code() + " " + d.span().line() + ":" + d.span().column())
                .as(() -> "FOUND " + path.getFileName() + " " + errors)
                .containsExactlyElementsOf(expected.stream()
                        .map(e -> e.code() + " " + e.line() + ":" + e.column())
                        .toList());
        assertThat(expected).isNotEmpty();
        for (int i = 0; i < errors.size(); i++) {
            assertThat(errors.get(i).message()).contains(expected.get(i).text());
        }
    }

    @Test
    void thereAreEnough() throws IOException {
        assertThat(programs()).hasSizeGreaterThanOrEqualTo(65);
    }
}
