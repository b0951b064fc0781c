package sectile.cli.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import sectile.cli.Checkout;

/// The documentation: the Markdown files in the root and those under docs/.
final class Pages {
    private Pages() {}

    static List<Path> all() {
        Path root = Checkout.root();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> below = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, below)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Its name as a reader knows it.
    static String name(Path page) {
        return Checkout.root().relativize(page).toString();
    }
}
