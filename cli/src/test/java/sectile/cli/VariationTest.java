package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `--vary-random`
class VariationTest {
    private static final String[] RING = {
        "run", "allreduce", "--topology", "flat", "--algorithm", "ring", "--elements", "65536", "--no-data"
    };

    private static String[] with(String... more) {
        String[] all = Arrays.copyOf(RING, RING.length + more.length);
        System.arraycopy(more, 0, all, RING.length, more.length);
        return all;
    }

    private static String json(String... more) {
        Result result = InProcess.sectile(with(more));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
    }

    private static long number(String document, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\": ([0-9]+)").matcher(document);
        assertThat(matcher.find()).as(name).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static List<Long> latencies(String document) {
        Matcher matcher = Pattern.compile("\"latencies_ps\": \\[([^]]*)]").matcher(document);
        assertThat(matcher.find()).isTrue();
        return Arrays.stream(matcher.group(1).split(","))
                .map(each -> Long.valueOf(each.strip()))
                .toList();
    }

    @Test
    void everyDrawIsARunOfItsOwn() {
        String all = json("--json", "--vary-random", "sip_sip.speed=normal(1,0.1)", "--draws", "12");
        List<Long> latencies = latencies(all);
        assertThat(latencies).hasSize(12).doesNotHaveDuplicates();
        for (int draw : new int[] {1, 7, 12}) {
            String alone =
                    json("--json", "--set", "variation.sip_sip.speed=normal(1,0.1)", "--set", "variation.draw=" + draw);
            assertThat(number(alone, "latency_ps")).isEqualTo(latencies.get(draw - 1));
        }
        List<Long> sorted = latencies.stream().sorted().toList();
        assertThat(number(all, "latency_p50_ps")).isEqualTo(sorted.get(5));
        assertThat(number(all, "latency_p95_ps")).isEqualTo(sorted.get(11));
        assertThat(number(all, "latency_least_ps")).isEqualTo(sorted.getFirst());
        assertThat(number(all, "latency_most_ps")).isEqualTo(sorted.getLast());
        assertThat(latencies(json("--json", "--vary-random", "sip_sip.speed=normal(1,0.1)", "--draws", "5")))
                .isEqualTo(latencies.subList(0, 5));
    }

    @Test
    void aMachineOfHalfTheSpeedIsOneWithHalfTheBandwidth() {
        String slow = json("--json", "--set", "system.links.sip_sip.bandwidth_gbs=50");
        String drawn = json("--json", "--vary-random", "sip_sip.speed=bernoulli(1,0.5)", "--draws", "2");
        assertThat(latencies(drawn)).containsOnly(number(slow, "latency_ps"));
    }

    @Test
    void theSlowLinkIsToBlame() {
        // One link in eight is at a twentieth of the speed: where there is one, all data waits for it.
        String text = InProcess.sectile(with("--vary-random", "sip_sip.speed=bernoulli(0.125,0.05)", "--draws", "30"))
                .out();
        assertThat(text).contains("Latency of 30 draws", "P50", "P95", "P99", "Histogram", "To blame");
        Matcher link = Pattern.compile("(?m)^link +sip[0-9].* ([0-9.]+) %$").matcher(text);
        assertThat(link.results()
                        .mapToDouble(row -> Double.parseDouble(row.group(1)))
                        .max()
                        .orElseThrow())
                .as(text)
                .isGreaterThan(90);
        assertThat(text).containsPattern("the slowest is draw [0-9]+; to see it alone: --set variation.draw=");
    }

    @Test
    void whereNothingThatVariesTakesTime() {
        assertThat(InProcess.sectile(with("--vary-random", "pe_gemm.speed=normal(1,0.1)", "--draws", "3"))
                        .out())
                .contains("nothing that varies takes time in this run");
    }

    @Test
    void theReportHasTheDistribution(@TempDir Path directory) throws IOException {
        Path report = directory.resolve("r.html");
        Result result = InProcess.sectile(
                with("--vary-random", "sip_sip.speed=normal(1,0.1)", "--draws", "9", "--report", report.toString()));
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(Files.readString(report))
                .contains("Latency of 9 draws", "Histogram of the latency", "Draws within a latency", "To blame");
    }

    @Test
    void programsAndKernelsVary() {
        Result result = InProcess.sectile(
                "run", "gemm", "--topology", "small", "--vary-random", "pe_gemm.speed=uniform(0.5,1)", "--draws", "4");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains("Latency of 4 draws", "engine", "0 wrong");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--vary-random|pe.speed|CLI-190|normal(1,0.02)",
                "--vary-random|pe=normal(1,0.02)|CLI-190|pe.speed",
                "--vary-random|=normal(1,0.02)|CLI-190|pe.speed",
                "--vary-random|pee.speed=normal(1,0.02)|CLI-191|did you mean `pe`",
                "--vary-random|switch.speed=normal(1,0.02)|CLI-191|varies",
                "--vary-random|pe.speed=|CLI-193|is not a distribution",
                "--vary-random|pe.speed=0.9|CLI-193|is not a distribution",
                "--vary-random|pe.speed=gauss(1,2)|CLI-193|no distribution `gauss`",
                "--vary-random|pe.speed=normal(1)|CLI-193|takes 2 numbers",
                "--vary-random|pe.speed=normal(1,x)|CLI-193|`x` is not a number",
                "--vary-random|pe.speed=normal(1,1)|CLI-193|more than a third",
                "--vary-random|pe.speed=uniform(2,1)|CLI-193|the lower end",
                "--draws|5|CLI-194|--vary-random",
                "--draws|0|CLI-|--draws",
                "--draws|many|CLI-|--draws"
            })
    void mistakes(String option, String value, String code, String said) {
        Result result = InProcess.sectile(with(option, value));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(code, said);
    }

    @Test
    void nothingVariesTwice() {
        Result result = InProcess.sectile(
                with("--vary-random", "pe.speed=normal(1,0.1)", "--vary-random", "pe.speed=uniform(1,2)"));
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("CLI-192");
    }
}
