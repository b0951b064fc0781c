package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /// However many cases run at a time, output, CSV and page are the same to the last byte; cases that cannot run
    /// included.
    @Test
    void outputDoesNotDependOnWorkers() throws IOException {
        List<Result> results = new ArrayList<>();
        List<String> files = new ArrayList<>();
        for (String workers : List.of("1", "2", "7")) {
            Path csv = directory.resolve("rows.csv");
            Path page = directory.resolve("sweep.html");
            results.add(InProcess.sectile(
                    "sweep",
                    "allreduce",
                    "-b",
                    "1K",
                    "-e",
                    "64K",
                    "-f",
                    "8",
                    "--algorithm",
                    "best,ring,torus",
                    "--ranks",
                    "3,4",
                    "--topology",
                    "flat",
                    "-j",
                    workers,
                    "--csv",
                    csv.toString(),
                    "--report",
                    page.toString()));
            files.add(Files.readString(csv) + Files.readString(page));
        }
        assertThat(results.getFirst().exitCode()).isEqualTo(2);
        assertThat(results.getFirst().out()).contains("average busbw: best ");
        assertThat(results.getFirst().err()).contains("[18/18]").contains("`torus` on 3 ranks cannot be measured");
        assertThat(files.getFirst())
                .contains("Time by size")
                .contains("Bandwidth by size")
                .contains("bound, 3 ranks");
        for (int i = 1; i < results.size(); i++) {
            assertThat(results.get(i)).isEqualTo(results.getFirst());
            assertThat(files.get(i)).isEqualTo(files.getFirst());
        }
    }

    @Test
    void aFileWithoutRowsOfASweepIsKept() throws IOException {
        Path notes = directory.resolve("notes.csv");
        Files.writeString(notes, "precious notes\n");
        Result result = resume(notes);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-116").contains("notes.csv:1");
        assertThat(notes).hasContent("precious notes");
    }

    @Test
    void aRowThatIsCutOffIsMeasuredAgain() throws IOException {
        Path csv = directory.resolve("rows.csv");
        String table = resume(csv).out();
        String whole = Files.readString(csv);
        int last = whole.lastIndexOf('\n', whole.length() - 2) + 1;
        String row = whole.substring(last);
        for (String end : List.of(
                row.strip(), row.substring(0, 20), row.replaceAll(",[^,]*$", ",\n"), row.replace(",0,", ",x,"))) {
            Files.writeString(csv, whole.substring(0, last) + end);
            Result result = resume(csv);
            assertThat(result.err()).contains("rows.csv:4 is cut off").contains("[3/3]");
            assertThat(result.err()).doesNotContain("[2/3]");
            assertThat(result.out()).isEqualTo(table);
            assertThat(csv).hasContent(whole);
        }
    }

    @Test
    void aDamagedRowBeforeTheLastIsAnError() throws IOException {
        Path csv = directory.resolve("rows.csv");
        resume(csv);
        List<String> lines = new ArrayList<>(Files.readAllLines(csv));
        lines.set(2, "all_reduce,16,many");
        Files.write(csv, lines);
        Result result = resume(csv);
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-117").contains("rows.csv:3");
        assertThat(csv).hasContent(String.join("\n", lines));
    }

    @Test
    void rowsOfAnotherMachineAreNotTakenOver() throws IOException {
        Path csv = directory.resolve("rows.csv");
        Path ccl = directory.resolve("ccl.yaml");
        Files.writeString(ccl, "algorithms: { ring: { n_slots: 2 } }\n");
        resume(csv);
        String rows = Files.readString(csv);
        for (String[] other : new String[][] {
            {"--set", "system.links.sip_sip.latency_ns=900"}, {"--topology=torus"}, {"--ccl", ccl.toString()}
        }) {
            Result result = resume(csv, other);
            assertThat(result.exitCode()).isEqualTo(2);
            assertThat(result.err()).contains("CLI-118").contains("rows.csv:2");
            assertThat(csv).hasContent(rows);
        }
        // More ranks of the same machine.
        assertThat(resume(csv, "--ranks", "8,4").err()).doesNotContain("[3/6]").contains("[6/6]");
    }

    private static Result resume(Path csv, String... further) {
        List<String> line = new ArrayList<>(
                List.of("sweep", "allreduce", "--algorithm", "ring", "-b", "32", "-e", "128", "--csv", csv.toString()));
        line.add("--resume");
        line.addAll(List.of(further));
        if (!line.contains("--topology=torus")) {
            line.add("--topology=flat");
        }
        return InProcess.sectile(line.toArray(String[]::new));
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
                .contains("from 2 to");
        Result backwards = InProcess.sectile("sweep", "allreduce", "-b", "64", "-e", "8");
        assertThat(backwards.exitCode()).isEqualTo(2);
        assertThat(backwards.err()).contains("CLI-120").contains("--begin 64 and --end 8");
        assertThat(InProcess.sectile("sweep", "allreduce", "--algorithm", "a/ring.py,b/ring.py")
                        .err())
                .contains("CLI-121")
                .contains("`ring.py`");
        assertThat(InProcess.sectile("sweep", "allreduce", "--resume").err())
                .contains("CLI-115")
                .contains("--csv");
    }

    @Test
    void rowsHaveTheRanksThatTheCclFileAsksFor(@TempDir Path directory) throws IOException {
        Path ccl = Files.writeString(directory.resolve("ccl.yaml"), "defaults: { algorithm: ring, world_size: 3 }\n");
        Result rows = sweepFlat(ccl, "--set", "system.sips.count=5", "--json");
        assertThat(rows.exitCode()).isZero();
        assertThat(rows.out()).contains("\"ranks\": 3").contains("\"wrong\": 0");
        Result differs = sweepFlat(ccl, "--ranks", "3,5");
        assertThat(differs.exitCode()).isEqualTo(2);
        assertThat(differs.err()).contains("CLI-122").contains("--ranks says 5");
    }

    private static Result sweepFlat(Path ccl, String... more) {
        List<String> words = new ArrayList<>(List.of("sweep", "allreduce", "-b", "64", "-e", "64"));
        words.addAll(List.of("--topology", "flat", "--ccl", ccl.toString()));
        words.addAll(List.of(more));
        return InProcess.sectile(words.toArray(String[]::new));
    }

    @Test
    void sizesAreThoseOfTheBytesThatMove() {
        Result odd = InProcess.sectile("sweep", "allreduce", "-b", "15", "-e", "15", "--topology", "flat", "--json");
        assertThat(odd.out()).contains("\"size\": 12,").contains("\"count\": 3,");
        for (String collective : List.of("allgather", "reducescatter", "alltoall")) {
            Result swept = InProcess.sectile(
                    "sweep", collective, "-b", "100", "-e", "100", "--topology", "flat", "--ranks", "8", "--json");
            String count = collective.equals("allgather") ? "3" : "24";
            assertThat(swept.out()).contains("\"size\": 96,").contains("\"count\": " + count + ",");
            Result run = InProcess.sectile(
                    "run",
                    collective,
                    "--elements",
                    count,
                    "--dtype",
                    "f32",
                    "--topology",
                    "flat",
                    "--ranks",
                    "8",
                    "--json");
            assertThat(figure(swept, "busbw_gbs")).isCloseTo(figure(run, "busbw_gbs"), withinPercentage(1e-9));
        }
        // 8 and 16 bytes are both one element for each of 8 ranks.
        Result same = InProcess.sectile(
                "sweep", "allgather", "-b", "8", "-e", "16", "--topology", "flat", "--ranks", "8", "--json");
        assertThat(same.out()).containsOnlyOnce("\"size\": 32,");
    }

    private static double figure(Result result, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\": ([^,]+),").matcher(result.out());
        assertThat(matcher.find()).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    @Test
    void whatIsWrongIsNeverTheBest() throws IOException {
        Path lazy = Files.writeString(directory.resolve("lazy.py"), """
                COLLECTIVES = "all_reduce"


                def neighbors(rank, world_size):
                    return {}


                def kernel(t_ptr, n_elem, tl):
                    return
                """);
        Path tuned = directory.resolve("tuned.yaml");
        Result result = tune("allreduce", lazy + ",ring", tuned);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out().lines().filter(line -> line.contains("lazy.py")))
                .isNotEmpty()
                .noneMatch(line -> line.contains("*"));
        assertThat(result.out().lines().filter(line -> line.contains("f32") && line.contains("ring")))
                .allMatch(line -> line.contains("*"));
        assertThat(Files.readString(tuned)).contains("algorithm: ring }").doesNotContain("lazy");
        Files.delete(tuned);
        assertThat(tune("allreduce", lazy.toString(), tuned).err()).contains("nothing is written");
        assertThat(tuned).doesNotExist();
    }

    @Test
    void autoIsNoAnswer() throws IOException {
        Path tuned = directory.resolve("tuned.yaml");
        Result result = tune("allreduce", "auto,ring_forward", tuned);
        assertThat(result.err()).contains("rows of `auto`");
        assertThat(Files.readString(tuned))
                .contains("algorithm: ring_forward }")
                .doesNotContain("algorithm: auto }\n  -");
        assertThat(tune("allreduce", "auto", tuned).err()).contains("CLI-115").contains("--emit-tuning");
    }

    @Test
    void aTuningFileStandsOnItsOwn() throws IOException {
        Path kernels = Files.createDirectory(directory.resolve("kernels"));
        Path kernel =
                Files.copy(Checkout.root().resolve("examples/kernels/ring_allreduce.py"), kernels.resolve("mine.py"));
        Path ccl = Files.writeString(
                directory.resolve("ccl.yaml"),
                "algorithms: { own: { kernel: kernels/mine.py, n_slots: 3 }, gather: { kernel: ring, topology: ring_1d } }");
        Path tuned = Files.createDirectory(directory.resolve("tuned")).resolve("tuned.yaml");
        assertThat(tune("allreduce", kernel.toString(), tuned).exitCode()).isZero();
        assertThat(chosen("allreduce", tuned)).contains("\"algorithm\": \"mine.py\"");
        assertThat(tune("allreduce", "own", tuned, "--ccl", ccl.toString()).exitCode())
                .isZero();
        assertThat(Files.readString(tuned)).contains("n_slots: 3").contains("../kernels/mine.py");
        assertThat(chosen("allreduce", tuned)).contains("\"algorithm\": \"own\"");
        assertThat(tune("allgather", "gather", tuned, "--ccl", ccl.toString()).exitCode())
                .isZero();
        // 64 bytes of output are 8 of each rank's input.
        assertThat(Files.readString(tuned)).contains("max_bytes: 8,");
        assertThat(chosen("allgather", tuned)).contains("\"algorithm\": \"gather\"");
        String before = Files.readString(ccl);
        assertThat(tune("allreduce", "own", ccl, "--ccl", ccl.toString()).err()).contains("CLI-119");
        assertThat(ccl).hasContent(before);
    }

    private static Result tune(String collective, String algorithms, Path tuned, String... further) {
        List<String> line = new ArrayList<>(List.of("sweep", collective, "--topology", "flat", "--algorithm"));
        line.addAll(List.of(algorithms, "-b", "64", "-e", "64", "--emit-tuning", tuned.toString()));
        line.addAll(List.of(further));
        return InProcess.sectile(line.toArray(String[]::new));
    }

    private static String chosen(String collective, Path tuned) {
        Result result = InProcess.sectile(
                "run", collective, "--ccl", tuned.toString(), "--topology", "flat", "--elements", "8", "--json");
        assertThat(result.err()).isEmpty();
        return result.out();
    }

    @Test
    void whatCannotRunDoesNotLoseTheRest() throws IOException {
        Path csv = directory.resolve("rows.csv");
        Result result = InProcess.sectile(
                "sweep",
                "allreduce",
                "--topology",
                "flat",
                "--algorithm",
                "ring,torus,ring",
                "--ranks",
                "3,4,3",
                "-b",
                "64",
                "-e",
                "128",
                "--csv",
                csv.toString());
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out().lines().filter(line -> line.contains("f32"))).hasSize(6);
        assertThat(result.err())
                .containsOnlyOnce("DIST-310")
                .contains("`torus` on 3 ranks cannot be measured with 64 to 128 B")
                .contains("[8/8]");
        assertThat(Files.readAllLines(csv)).hasSize(7);
        Result nothing = InProcess.sectile(
                "sweep", "allreduce", "--topology", "flat", "--algorithm", "torus", "--ranks", "3", "--json");
        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.out()).contains("\"ok\": false").contains("DIST-310");
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
