package sectile.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// `docs/diagnostics/compiler.md` explains every code of this module, and no other.
class DocumentedCodesTest {
    private static final Pattern CODE = Pattern.compile("COMP-\\d+");

    @Test
    void everyCodeIsExplained() throws IOException {
        Path root = Checkout.root();
        var used = new TreeSet<String>();
        try (var files = Files.walk(root.resolve("compiler/src/main/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                collect(Files.readString(file), used);
            }
        }
        var explained = new TreeSet<String>();
        collect(Files.readString(root.resolve("docs/diagnostics/compiler.md")), explained);
        assertThat(explained).isEqualTo(used);
    }

    private static void collect(String text, Set<String> codes) {
        var matcher = CODE.matcher(text);
        while (matcher.find()) {
            codes.add(matcher.group());
        }
    }
}
