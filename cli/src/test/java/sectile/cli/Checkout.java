package sectile.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
}
