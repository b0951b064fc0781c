package sectile.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/diagnostics/sim.md` explains every code of the machine, and no other.
final class DocumentedCodesTest {
    @Test
    void everyCodeHasItsEntry() throws IOException {
        SortedSet<String> used = new TreeSet<>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                used.addAll(matches("\"((SIM|IPC|KER)-\\d+)\"", Files.readString(file)));
            }
        }
        String documentation = Files.readString(Path.of("../docs/diagnostics/sim.md"));
        assertThat(matches("(?m)^\\| ((SIM|IPC|KER)-\\d+) \\|", documentation))
                .isEqualTo(used)
                .isNotEmpty();
    }

    private static SortedSet<String> matches(String regex, String text) {
        SortedSet<String> result = new TreeSet<>();
        Pattern.compile(regex).matcher(text).results().forEach(match -> result.add(match.group(1)));
        return result;
    }
}
