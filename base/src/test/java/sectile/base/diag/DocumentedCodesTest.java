package sectile.base.diag;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `docs/diagnostics/base.md` and `limits.md` explain every code of this module, and no other.
class DocumentedCodesTest {
    @ParameterizedTest
    @CsvSource({"BASE, base.md", "LIM, limits.md"})
    void everyCodeHasItsEntry(String prefix, String page) throws IOException {
        SortedSet<String> used = new TreeSet<>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                used.addAll(matches("\"(" + prefix + "-\\d+)\"", Files.readString(file)));
            }
        }
        String documentation = Files.readString(Path.of("../docs/diagnostics", page));
        assertThat(matches("(?m)^\\| (" + prefix + "-\\d+) \\|", documentation))
                .isEqualTo(used)
                .isNotEmpty();
    }

    private static SortedSet<String> matches(String regex, String text) {
        SortedSet<String> result = new TreeSet<>();
        Pattern.compile(regex).matcher(text).results().forEach(match -> result.add(match.group(1)));
        return result;
    }
}
