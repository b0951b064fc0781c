package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.dist.algorithm.Registries;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.CclConfig;
import sectile.dist.ccl.Collective;
import sectile.ir.algorithm.Algorithm;
import sectile.ir.algorithm.AlgorithmReader;
import sectile.ir.algorithm.AlgorithmWriter;

/// `algorithms export`: what is written is read again, computes the right values and is proved.
class AlgorithmExportTest {
    private static final List<String> SEVERAL_PES = List.of(
            "intercube_allreduce",
            "hierarchical",
            "each_pe_allreduce",
            "each_pe_allgather",
            "each_pe_reducescatter",
            "each_pe_alltoall");

    @TempDir
    Path temp;

    /// Every built-in algorithm with every collective that it does.
    static List<Arguments> algorithms() {
        CclConfig config = CclConfig.builtin();
        var all = new ArrayList<Arguments>();
        for (AlgorithmSettings settings : config.algorithms().values()) {
            Registries.builtin().algorithms().find(settings.kernel(), settings.span()).collectives().stream()
                    .sorted()
                    .forEach(collective -> all.add(Arguments.of(settings.name(), collective)));
        }
        return all;
    }

    private Result export(String algorithm, Collective collective, int ranks, Path file) {
        return InProcess.sectile(
                "algorithms",
                "export",
                collective.text(),
                "--algorithm",
                algorithm,
                "--ranks",
                String.valueOf(ranks),
                "--output",
                file.toString());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void whatIsWrittenIsRightAndProved(String algorithm, Collective collective) throws IOException {
        boolean square = algorithm.equals("torus") || algorithm.equals("mesh");
        List<Integer> counts =
                square ? List.of(4) : Boolean.getBoolean("sectile.proofs.full") ? List.of(2, 3, 4) : List.of(3);
        for (int ranks : counts) {
            Path file = temp.resolve(algorithm + ranks + ".xml");
            Result exported = export(algorithm, collective, ranks, file);
            if (SEVERAL_PES.contains(algorithm)) {
                assertThat(exported.exitCode()).isEqualTo(2);
                assertThat(exported.err()).contains("DIST-430", "PEs for each rank");
                continue;
            }
            if (collective == Collective.BARRIER || collective == Collective.SEND_RECV) {
                assertThat(exported.exitCode()).isEqualTo(2);
                assertThat(exported.err()).contains("DIST-430", "is not a collective of the published form");
                continue;
            }
            assertThat(exported.exitCode()).as(exported.err()).isZero();
            // Waits of blocks that come late make more orders of a torus than can be run.
            List<String> search = algorithm.equals("torus") ? List.of("--schedules", "50") : List.of("--explore");
            var words = new ArrayList<>(List.of("verify", file.toString(), "--order", "silicon"));
            words.addAll(search);
            Result verified = InProcess.sectile(words.toArray(String[]::new));
            assertThat(verified.out() + verified.err())
                    .contains("on " + ranks + " ranks: " + (algorithm.equals("torus") ? "not found" : "proved"));
            assertSame(Files.readString(file));
        }
    }

    /// What is read is written as it was read.
    private static void assertSame(String text) {
        assertThat(AlgorithmWriter.text(read(text))).isEqualTo(text);
    }

    private static Algorithm read(String text) {
        var problems = new Diagnostics();
        Algorithm algorithm = AlgorithmReader.read(new SourceFile("a.xml", text), problems)
                .orElseThrow(() -> new AssertionError(problems.all()));
        assertThat(problems.all()).isEmpty();
        return algorithm;
    }

    @ParameterizedTest
    @CsvSource({"ring_both_ways,ALL_REDUCE", "halving_doubling,ALL_REDUCE", "best,ALL_REDUCE", "tree,ALL_REDUCE"})
    void whatIsWrittenRunsOnTheMachine(String algorithm, Collective collective) {
        Path file = temp.resolve("a.xml");
        assertThat(export(algorithm, collective, 4, file).exitCode()).isZero();
        Result run = InProcess.sectile("run", file.toString(), "--set", "system.sips.count=4", "--chunk", "8");
        assertThat(run.out() + run.err()).contains("values checked, 0 wrong");
    }

    static Stream<Path> published() throws IOException {
        return AlgorithmFilesTest.examples().stream();
    }

    @ParameterizedTest
    @MethodSource("published")
    void whatOthersWroteStaysTheSame(Path file) throws IOException {
        Algorithm algorithm = read(Files.readString(file));
        String written = AlgorithmWriter.text(algorithm);
        assertThat(shape(read(written))).isEqualTo(shape(algorithm));
        assertSame(written);
    }

    /// All of it but positions.
    private static String shape(Algorithm algorithm) {
        return algorithm.toString().replaceAll("span=[^,\\]]*", "");
    }

    @Test
    void otherOperationsAreWritten() {
        Result max = InProcess.sectile(
                "algorithms", "export", "reduce", "--algorithm", "chain_reduce", "--op", "max", "--ranks", "3");
        assertThat(max.out()).contains("coll=\"reduce\"", "redop=\"max\"", "type=\"rrs\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "export allred                                        | CLI-200 | there is no collective `allred`",
                "export allreduce --algorithm auto                    | CLI-201 | `auto` is not an algorithm",
                "export alltoall --elements 7 --ranks 3               | CLI-202 | 7 elements cannot be divided among 3 ranks",
                "export allgather --algorithm tree --ranks 3          | DIST-430 | it does not do all_gather",
                "export barrier                                       | DIST-430 | not a collective of the published form",
            })
    void mistakesAreExplained(String words, String code, String message) {
        Result result = InProcess.sectile(("algorithms " + words.strip()).split(" +"));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(code, message);
    }
}
