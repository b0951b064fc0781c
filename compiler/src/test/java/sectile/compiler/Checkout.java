package sectile.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import sectile.base.diag.SourceFile;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// The files of the checkout that tests read.
public final class Checkout {
    private Checkout() {}

    public static Path root() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("examples"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("no examples above the current directory");
            }
        }
        return root;
    }

    public static List<String> examples() {
        try (Stream<Path> files = Files.list(root().resolve("examples"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".py"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Program example(String file) {
        return FrontEnd.parse(new SourceFile(file, text("examples/" + file)));
    }

    public static String text(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
