package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// A sample of `scripts/hostile`, which has all cases.
@Tag("launcher")
class HostileInputsTest {
    @TempDir
    Path directory;

    @Test
    void aSampleOfHostileInputsDoesNoHarm() {
        Result result = Launcher.from(directory)
                .through(Checkout.root().resolve("scripts/hostile"))
                .with("TMPDIR", directory.toString())
                .run("--cases", "40", "--seed", "7");
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("40 hostile cases of ");
        assertThat(directory).isEmptyDirectory();
    }
}
