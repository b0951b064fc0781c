package sectile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A code means one thing: it has one row in the pages of diagnostics.
class DiagnosticPagesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([A-Z]+-[0-9]+) \\|");

    @Test
    void everyCodeHasOneRow() throws IOException {
        var seen = new TreeMap<String, String>();
        var twice = new TreeSet<String>();
        try (Stream<Path> pages = Files.list(Checkout.root().resolve("docs/diagnostics"))) {
            for (Path page : pages.sorted().toList()) {
                for (MatchResult row :
                        ROW.matcher(Files.readString(page)).results().toList()) {
                    String before = seen.put(row.group(1), page.getFileName().toString());
                    if (before != null) {
                        twice.add(row.group(1) + " in " + before + " and " + page.getFileName());
                    }
                }
            }
        }
        assertThat(seen).hasSizeGreaterThan(300);
        assertThat(twice).isEmpty();
    }
}
