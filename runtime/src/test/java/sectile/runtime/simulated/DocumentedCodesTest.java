package sectile.runtime.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/diagnostics/runtime.md` explains every code of this module, and no other.
class DocumentedCodesTest {
    private static final Pattern CODE = Pattern.compile("RUN-\\d+");

    @Test
    void everyCodeIsExplained() throws IOException {
        Path root = Objects.requireNonNull(Programs.examples().getParent());
        var used = new TreeSet<String>();
        try (var files = Files.walk(root.resolve("runtime/src/main"))) {
            for (Path file :
                    files.filter(f -> f.toString().matches(".*\\.(java|c)")).toList()) {
                collect(Files.readString(file), used);
            }
        }
        var explained = new TreeSet<String>();
        collect(Files.readString(root.resolve("docs/diagnostics/runtime.md")), explained);
        assertThat(explained).isEqualTo(used);
    }

    private static void collect(String text, Set<String> codes) {
        var matcher = CODE.matcher(text);
        while (matcher.find()) {
            codes.add(matcher.group());
        }
    }
}
