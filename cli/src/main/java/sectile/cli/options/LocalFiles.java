package sectile.cli.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sectile.cli.command.Console;

/// `topology.yaml` and `ccl.yaml` of the working directory, which are used where the command line names no other, and
/// reported.
public final class LocalFiles {
    private static final Path TOPOLOGY = Path.of("topology.yaml");
    private static final Path CCL = Path.of("ccl.yaml");

    private LocalFiles() {}

    /// The machine of the working directory, if it has one.
    static Optional<Path> topology() {
        return Optional.of(TOPOLOGY).filter(Files::isRegularFile);
    }

    /// The file that `--ccl` names, else that of the working directory, if it has one.
    public static Optional<Path> ccl(@Nullable Path given) {
        return given == null ? Optional.of(CCL).filter(Files::isRegularFile) : Optional.of(given);
    }

    /// The same, and says so where the command line does not.
    public static Optional<Path> ccl(@Nullable Path given, Console console) {
        Optional<Path> found = ccl(given);
        if (given == null && found.isPresent()) {
            console.note("using ccl.yaml of this directory");
        }
        return found;
    }
}
