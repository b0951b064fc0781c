package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The energy of a run adds up over its components and over its lines, to the last digit; what control processors use
/// for a line is its.
final class EnergyByLineTest {
    private static final Pattern TOTAL = Pattern.compile("\"energy_pj\": ([0-9.]+)");
    private static final Pattern ROW =
            Pattern.compile("\"(?:component|line)\": \"([^\"]*)\",\\s*\"energy_pj\": ([0-9.]+)");

    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run hello-ring",
                "run allreduce --elements 500",
                "run examples/task_graph.py",
                "run examples/matmul.py",
                "run examples/remote_access.py --set system.sips.count=4 --ranks 4"
            })
    void addsUp(String line) throws IOException {
        Path machine = temp.resolve("machine.yaml");
        Files.writeString(machine, """
                extends: small
                energy:
                  host: { pj_per_use: 5.25 }
                  io_cpu: { pj_per_use: 7.125 }
                  m_cpu: { pj_per_use: 11 }
                  scheduler: { pj_per_use: 0.3 }
                  pe_math: { pj_per_op: 0.1, static_mw: 1.7 }
                  hbm: { pj_per_byte: 3.9, static_mw: 40 }
                  ucie: { pj_per_byte: 0.7, pj_per_hop: 2 }
                """);
        String[] words = line.split(" ", -1);
        String json = json(machine, words[1], Arrays.copyOfRange(words, 2, words.length));
        var total = TOTAL.matcher(json);
        assertThat(total.find()).isTrue();
        BigDecimal all = new BigDecimal(total.group(1));
        Map<String, BigDecimal> components = rows(json, "energy_by_component");
        Map<String, BigDecimal> lines = rows(json, "energy_by_line");
        assertThat(sum(components)).isEqualByComparingTo(all);
        assertThat(sum(lines)).isEqualByComparingTo(all);
        assertThat(lines.get("static power")).isPositive().isEqualByComparingTo(components.get("static power"));
        assertThat(components).containsKeys("io_cpu", "m_cpu");
        // Programs say which line launches; what launches a kernel is not in its text.
        assertThat(lines.containsKey("")).isEqualTo(!words[1].endsWith(".py"));
    }

    /// The host and the control processors reach memory for a line.
    @Test
    void controlProcessorsServeLines() throws IOException {
        Path machine = temp.resolve("machine.yaml");
        Files.writeString(machine, """
                extends: small
                system: { sips: { count: 4 } }
                energy: { host: { pj_per_use: 5 }, io_cpu: { pj_per_use: 7 } }
                """);
        String json = json(machine, "examples/remote_access.py", "--ranks=4");
        Map<String, BigDecimal> lines = rows(json, "energy_by_line");
        assertThat(lines.keySet()).allSatisfy(line -> assertThat(line).contains("remote_access.py:"));
        assertThat(sum(lines)).isEqualByComparingTo(sum(rows(json, "energy_by_component")));
    }

    /// A launch belongs to the line that submits the task.
    @Test
    void launchesServeLines() throws IOException {
        Path machine = temp.resolve("machine.yaml");
        Files.writeString(machine, """
                extends: small
                energy: { m_cpu: { pj_per_use: 11 } }
                """);
        Map<String, BigDecimal> lines = rows(json(machine, "examples/task_graph.py"), "energy_by_line");
        List<String> text = Files.readAllLines(Checkout.root().resolve("examples/task_graph.py"));
        assertThat(lines).hasSize(3);
        lines.forEach((line, energy) -> {
            int number = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
            assertThat(text.get(number - 1)).contains("pl.submit(");
            assertThat(energy).isEqualByComparingTo("22");
        });
    }

    private static String json(Path machine, String what, String... options) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.add(what.startsWith("examples/") ? Checkout.root().resolve(what).toString() : what);
        words.addAll(List.of(options));
        words.addAll(List.of("--json", "--topology", machine.toString()));
        Result result = InProcess.sectile(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result.out();
    }

    private static Map<String, BigDecimal> rows(String json, String name) {
        String part = json.substring(json.indexOf('"' + name + '"'));
        Map<String, BigDecimal> rows = new LinkedHashMap<>();
        ROW.matcher(part.substring(0, part.indexOf(']')))
                .results()
                .forEach(match -> rows.put(match.group(1), new BigDecimal(match.group(2))));
        return rows;
    }

    private static BigDecimal sum(Map<String, BigDecimal> rows) {
        return rows.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    }
}
