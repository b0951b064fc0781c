package sectile.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// `docs/tl.md` says what the table says. Approve a change with `-Dsectile.approve=true`.
class TlDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "tl.md");

    @Test
    void thePageIsCurrent() throws IOException {
        String expected = TlDocs.markdown();
        if (Boolean.getBoolean("sectile.approve")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(expected);
    }
}
