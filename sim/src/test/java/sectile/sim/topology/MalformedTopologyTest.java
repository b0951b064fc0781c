package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// Every case of `malformed.txt` must give exactly the diagnostics written in it.
final class MalformedTopologyTest {
    static List<MalformedCase> cases() {
        try (InputStream stream = MalformedTopologyTest.class.getResourceAsStream("malformed.txt")) {
            byte[] bytes = Objects.requireNonNull(stream).readAllBytes();
            return MalformedCase.parse(new String(bytes, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void reportsExactlyWhatIsWrong(MalformedCase malformed) {
        var problems = new Diagnostics();
        Optional<Topology> topology =
                Topologies.load(new SourceFile("case.yaml", malformed.yaml()), malformed.settings(), problems);
        List<Diagnostic> unexpected = new ArrayList<>(problems.all());
        List<MalformedCase.Expected> missing = new ArrayList<>();
        for (MalformedCase.Expected expected : malformed.expected()) {
            Optional<Diagnostic> found =
                    unexpected.stream().filter(expected::matches).findFirst();
            found.ifPresentOrElse(unexpected::remove, () -> missing.add(expected));
        }
        String shown = new DiagnosticRenderer().renderAll(problems.all());
        assertThat(missing).as("expected and not found, in%n%s", shown).isEmpty();
        assertThat(unexpected).as("found and not expected, in%n%s", shown).isEmpty();
        assertThat(topology).isEmpty();
    }

    @Test
    void casesHaveDistinctNames() {
        assertThat(cases().stream().map(MalformedCase::name)).doesNotHaveDuplicates();
    }

    @Test
    void everyCodeHasACaseAndAnExplanation() throws IOException {
        List<String> tried = cases().stream()
                .flatMap(malformed -> malformed.expected().stream())
                .map(MalformedCase.Expected::code)
                .toList();
        String explained = Files.readString(Path.of("..", "docs", "diagnostics", "topology.md"));
        for (TopologyCode code : TopologyCode.values()) {
            // No text can be an unreadable file, TopologiesTest has it; those of XML files are in NcclXmlTest.
            boolean ofYaml = code.compareTo(TopologyCode.NOT_A_TOPOLOGY_XML) < 0;
            if (code != TopologyCode.UNREADABLE_FILE && ofYaml) {
                assertThat(tried).contains(code.text());
            }
            assertThat(explained).contains("## " + code.text() + " ");
        }
        assertThat(Arrays.stream(TopologyCode.values()).map(TopologyCode::text)).doesNotHaveDuplicates();
    }
}
