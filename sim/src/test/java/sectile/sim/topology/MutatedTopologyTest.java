package sectile.sim.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;

/// Damages good files at random. Whatever comes out is either a machine or a diagnostic, never an exception, and
/// never both. A failure names the seed that repeats it.
final class MutatedTopologyTest {
    private static final List<String> VALUES = List.of(
            "0",
            "-1",
            "1",
            "7",
            "inf",
            "-inf",
            "1e9",
            "1e-9",
            "1e30",
            "1e300",
            "0.0001",
            "99999999999999999999",
            "x",
            "true",
            "null",
            "[]",
            "[1]",
            "{}",
            "{a: 1}",
            "''",
            "48GiB",
            "0x10",
            "builtin.noc",
            "acme.slow_switch",
            "default",
            "NW",
            "*a",
            "&a 1",
            "!t 1",
            "-",
            ": ",
            "\t",
            "\u0000",
            "ü",
            "2147483648",
            "9223372036854775807");

    @Test
    void damagedFiles() {
        for (long seed = 0; seed < 250; seed++) {
            Random random = new Random(seed);
            String preset = Topologies.presetNames()
                    .get(random.nextInt(Topologies.presetNames().size()));
            List<String> lines = new ArrayList<>(
                    Topologies.presetSource(preset).text().lines().toList());
            for (int i = 0; i <= random.nextInt(3); i++) {
                damage(lines, random);
            }
            assertMachineOrDiagnostic(String.join("\n", lines), List.of(), seed);
        }
    }

    @Test
    void damagedSettings() {
        List<String> paths = KnownPaths.all();
        for (long seed = 0; seed < 250; seed++) {
            Random random = new Random(seed);
            List<String> settings = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                String path = paths.get(random.nextInt(paths.size()));
                String cut = random.nextInt(4) == 0 ? path.substring(random.nextInt(path.length())) : path;
                String more = random.nextInt(4) == 0 ? "[" + random.nextInt(3) + "]" : "";
                settings.add(cut + more + "=" + VALUES.get(random.nextInt(VALUES.size())));
            }
            assertMachineOrDiagnostic("extends: small", settings, seed);
        }
    }

    private static void damage(List<String> lines, Random random) {
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        String value = VALUES.get(random.nextInt(VALUES.size()));
        switch (random.nextInt(5)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
            case 2 -> lines.set(at, line.replaceFirst("[0-9.]+(?=[^0-9.]*$)", value.replace("\\", "")));
            case 3 -> lines.set(at, line.replaceFirst(":.*", ": " + value));
            default -> {
                int position = random.nextInt(line.length() + 1);
                lines.set(
                        at,
                        line.substring(0, position) + value + line.substring(Math.min(line.length(), position + 1)));
            }
        }
        if (lines.isEmpty()) {
            lines.add("");
        }
    }

    private static void assertMachineOrDiagnostic(String yaml, List<String> settings, long seed) {
        var problems = new Diagnostics();
        try {
            Optional<Topology> machine = Topologies.load(new SourceFile("damaged.yaml", yaml), settings, problems);
            assertThat(machine.isPresent()).as("seed %d", seed).isEqualTo(!problems.hasErrors());
            machine.ifPresent(TopologyText::show);
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + " with " + settings + "\n" + yaml, e);
        }
    }
}
