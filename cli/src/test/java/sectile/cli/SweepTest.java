package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sectile sweep`.
class SweepTest {
    @TempDir
    private Path directory;

    @Test
    void printsTheTableCollectivePeopleKnow() {
        Result result = InProcess.sectile(
                "sweep",
                "allreduce",
                "-b",
                "64",
                "-e",
                "4K",
                "-f",
                "8",
                "--algorithm",
                "ring,tree",
                "--ranks",
                "2,4",
                "--topology",
                "flat");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("algbw")
                .contains("busbw")
                .contains("#wrong")
                .contains("*");
        assertThat(result.out().lines().filter(line -> line.contains("f32"))).hasSize(12);
        assertThat(result.err()).contains("[12/12]");
    }

    @Test
    void jsonIsAListOfRows() {
        Result result = InProcess.sectile("sweep", "allgather", "-b", "1K", "-e", "1K", "--topology", "flat", "--json");
        assertThat(result.out()).startsWith("[");
        for (String key : new String[] {
            "size",
            "count",
            "dtype",
            "op",
            "algorithm",
            "ranks",
            "latency_ps",
            "algbw_gbs",
            "busbw_gbs",
            "wrong",
            "efficiency"
        }) {
            assertThat(result.out()).contains("\"" + key + "\": ");
        }
    }

    @Test
    void resumesAndTunes() throws IOException {
        Path csv = directory.resolve("rows.csv");
        Path tuned = directory.resolve("tuned.yaml");
        String[] line = {
            "sweep",
            "allreduce",
            "-b",
            "64",
            "-e",
            "4M",
            "-f",
            "65536",
            "--algorithm",
            "ring,ring_forward",
            "--topology",
            "flat",
            "--csv",
            csv.toString(),
            "--resume",
            "--emit-tuning",
            tuned.toString()
        };
        Result first = InProcess.sectile(line);
        assertThat(first.err()).contains("[4/4]");
        Result again = InProcess.sectile(line);
        assertThat(again.err()).doesNotContain("/4]");
        assertThat(again.out()).isEqualTo(first.out());
        assertThat(Files.readString(tuned))
                .contains("max_bytes: 64, algorithm: ring_forward")
                .contains("algorithm: ring }");
        Result small = InProcess.sectile(
                "run", "allreduce", "--ccl", tuned.toString(), "--topology", "flat", "--elements", "8", "--json");
        assertThat(small.out()).contains("\"algorithm\": \"ring_forward\"");
    }

    @Test
    void mistakesAreUserErrors() {
        assertThat(InProcess.sectile("sweep", "allreduec").err())
                .contains("CLI-114")
                .contains("`allreduce`?");
        assertThat(InProcess.sectile("sweep", "allreduce", "-b", "eight").err())
                .contains("CLI-104")
                .contains("64K");
    }
}
