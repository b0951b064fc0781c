package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// Where `sectile run` without options puts its report.
@Tag("launcher")
class DefaultReportTest {
    @TempDir
    Path directory;

    @AfterEach
    void deleteLinks() {
        Checkout.deleteLinks(directory);
    }

    @Test
    void isInTheCacheOfTheUser() {
        Result result = run();
        assertThat(result.err()).endsWith("report: " + directory.resolve("sectile/run.html") + "\n");
        assertThat(directory.resolve("sectile/run.html")).isNotEmptyFile();
    }

    @Test
    void isNotWrittenThroughALink() throws IOException {
        Path precious = Files.writeString(directory.resolve("precious"), "kept");
        Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("sectile")).resolve("run.html"), precious);
        assertThat(run().err()).endsWith("report: " + directory.resolve("sectile/run-2.html") + "\n");
        assertThat(precious).hasContent("kept");
    }

    @Test
    void theRunSucceedsWithoutIt() throws IOException {
        Files.writeString(directory.resolve("sectile"), "not a directory");
        assertThat(run().err())
                .endsWith("no report: `" + directory.resolve("sectile")
                        + "` cannot be used: it is not a directory; name a file with --report FILE.html\n");
    }

    private Result run() {
        Result result = Launcher.from(directory)
                .with("XDG_CACHE_HOME", directory.toString())
                .run("run");
        assertThat(result.exitCode()).as(result.err()).isZero();
        return result;
    }
}
