package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
        assertThat(InProcess.sectile("sweep", "allreduce", "-f", "1").err())
                .contains("CLI-104")
                .contains("from 2 on");
        assertThat(InProcess.sectile("sweep", "allreduce", "--resume").err())
                .contains("CLI-115")
                .contains("--csv");
    }

    @Test
    void valuesAreCheckedUpToASize() {
        String[] line = {"sweep", "allreduce", "-b", "64", "-e", "1K", "-f", "16", "--topology", "flat", "--check-up-to"
        };
        assertThat(rows(line, "8K")).noneMatch(row -> row.contains("N/A"));
        // 8 ranks of 64 bytes are still within, 8 of 1 KiB are not; the times are the same.
        assertThat(rows(line, "512"))
                .satisfiesExactly(
                        small -> assertThat(small).doesNotContain("N/A"),
                        large -> assertThat(large).contains("N/A"));
    }

    private static List<String> rows(String[] line, String limit) {
        String[] words = Arrays.copyOf(line, line.length + 1);
        words[line.length] = limit;
        Result result = InProcess.sectile(words);
        assertThat(result.exitCode()).isZero();
        return result.out().lines().filter(row -> row.contains("f32")).toList();
    }
}
