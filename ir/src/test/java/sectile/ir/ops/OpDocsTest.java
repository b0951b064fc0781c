package sectile.ir.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/language/ops.md` says what the registry says. Approve a change with `-Dsectile.approve=true`.
class OpDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "language", "ops.md");

    @Test
    void thePageIsCurrent() throws IOException {
        String expected = OpDocs.markdown();
        if (Boolean.getBoolean("sectile.approve")) {
            Files.createDirectories(PAGE.getParent());
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }
}
