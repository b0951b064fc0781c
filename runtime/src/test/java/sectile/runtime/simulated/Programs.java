package sectile.runtime.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import sectile.base.diag.SourceFile;
import sectile.compiler.validate.SeededInputs;
import sectile.interp.Entries;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Program;
import sectile.ir.text.FrontEnd;

/// Programs for tests, and inputs for them.
public final class Programs {
    private Programs() {}

    public static Program parse(String text) {
        return FrontEnd.parse(new SourceFile("test.py", text));
    }

    public static Path examples() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("examples"))) {
            root = root.getParent();
            if (root == null) {
                throw new IllegalStateException("no examples above the current directory");
            }
        }
        return root.resolve("examples");
    }

    public static List<String> exampleNames() {
        try (Stream<Path> files = Files.list(examples())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".py"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static Program example(String file) {
        try {
            return FrontEnd.parse(
                    new SourceFile(file, Files.readString(examples().resolve(file))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The functions that no other one calls.
    public static List<Function> entries(Program program) {
        return Entries.all(program);
    }

    /// A run with an input for every parameter.
    public static Run run(Function function, int ranks, long seed) {
        return SeededInputs.run(function, ranks, seed);
    }
}
