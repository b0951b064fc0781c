package sectile.interp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/diagnostics/exec.md` explains every code of a running program, and no other.
class DocumentedCodesTest {
    private static final Pattern CODE = Pattern.compile("EXEC-\\d+");

    @Test
    void everyCodeIsExplained() throws IOException {
        var used = new TreeSet<String>();
        for (String directory : new String[] {"interp/src/main/java", "cli/src/main/java/sectile/cli/lang"}) {
            try (var files = Files.walk(Programs.root().resolve(directory))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    collect(Files.readString(file), used);
                }
            }
        }
        var explained = new TreeSet<String>();
        collect(Files.readString(Programs.root().resolve("docs/diagnostics/exec.md")), explained);
        assertThat(explained).isEqualTo(used);
    }

    private static void collect(String text, Set<String> codes) {
        var matcher = CODE.matcher(text);
        while (matcher.find()) {
            codes.add(matcher.group());
        }
    }
}
