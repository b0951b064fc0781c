package sectile.base.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// `docs/diagnostics/tile-values.md` explains every code of this package, and no other.
final class DocumentedCodesTest {
    @Test
    void everyCodeIsExplainedOnce() throws IOException {
        Set<String> thrown = codes(Path.of("src/main/java/sectile/base/number/Errors.java"), "\"(KER-\\d+)\"");
        assertThat(thrown).isNotEmpty();
        assertThat(codes(Path.of("../docs/diagnostics/tile-values.md"), "(?m)^\\| (KER-\\d+) \\|"))
                .isEqualTo(thrown);
    }

    private static Set<String> codes(Path file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
