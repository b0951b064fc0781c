package sectile.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every code of the language is in its page, and no other.
class DocumentedCodesTest {
    private static final Pattern USED = Pattern.compile("\"((?:LANG|ALGO)-\\d+)\"");
    private static final Pattern EXPLAINED = Pattern.compile("(?m)^\\| ((?:LANG|ALGO)-\\d+) \\|");

    @Test
    void everyCodeIsExplained() throws IOException {
        var used = new TreeSet<String>();
        for (String module : List.of("ir", "python")) {
            try (var files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    collect(USED, Files.readString(file), used);
                }
            }
        }
        var explained = new TreeSet<String>();
        for (String page : List.of("language.md", "algorithms.md")) {
            collect(EXPLAINED, Files.readString(Path.of("..", "docs", "diagnostics", page)), explained);
        }
        assertThat(explained).isEqualTo(used);
    }

    private static void collect(Pattern pattern, String text, Set<String> codes) {
        var matcher = pattern.matcher(text);
        while (matcher.find()) {
            codes.add(matcher.group(1));
        }
    }
}
