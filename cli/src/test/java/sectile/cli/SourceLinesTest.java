package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Timeline, op log and report of a text kernel name the lines of its source.
final class SourceLinesTest {
    private static final String KERNEL = """
            def kernel(x, tl):
                values = tl.load(x, (64,), "f32")
                doubled = values + values
                tl.store(x, doubled)
            """;

    @Test
    void everySliceCarriesItsLine(@TempDir Path temp) throws IOException {
        Path kernel = Files.writeString(temp.resolve("double.py"), KERNEL);
        Path trace = temp.resolve("run.pftrace");
        Path log = temp.resolve("run.csv");
        Path report = temp.resolve("run.html");
        Result result = InProcess.sectile(
                "run",
                kernel.toString(),
                "--kernel-args",
                "x=ones:64:f32",
                "--pes",
                "0",
                "--trace=" + trace,
                "--op-log=" + log,
                "--report=" + report);
        assertThat(result.exitCode()).as(result.err()).isZero();
        List<String> lines = Files.readAllLines(log);
        assertThat(lines.subList(1, lines.size()))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).containsPattern(",double\\.py:[234],"));
        assertThat(new TraceReader(Files.readAllBytes(trace))
                        .events().stream()
                                .filter(event -> event.type() == TraceReader.BEGIN
                                        && event.track().path().startsWith("sip"))
                                .map(event -> event.name()))
                .contains("load", "add", "store");
        assertThat(Files.readString(report))
                .contains("Time per source line")
                .contains("double.py:2")
                .contains("doubled = values + values");
    }
}
