package sectile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The checkout that is being tested.
public final class Checkout {
    private Checkout() {}

    /// Its root. Maven runs the tests of a module in the module's directory.
    public static Path root() {
        try {
            Path root = Path.of("..").toRealPath();
            if (!Files.isExecutable(root.resolve("sectile"))) {
                throw new IllegalStateException("there is no launcher in " + root);
            }
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Deletes the links in a temporary directory. JUnit would do so, too, but with a warning for each.
    public static void deleteLinks(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
