package sectile.cli.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import sectile.cli.Checkout;

/// The main sources of all modules as syntax trees.
final class Sources {
    private Sources() {}

    /// A source file.
    record Unit(CompilationUnitTree tree, Trees trees) {
        String packageName() {
            return Objects.requireNonNull(tree.getPackageName(), "a class without a package")
                    .toString();
        }

        /// Where something in the file is, for messages.
        String place(Tree part) {
            String path = tree.getSourceFile().getName();
            long line =
                    tree.getLineMap().getLineNumber(trees.getSourcePositions().getStartPosition(tree, part));
            return path.substring(path.lastIndexOf('/') + 1) + ":" + line;
        }
    }

    static List<Unit> all() {
        return read(source -> true, false);
    }

    /// Those whose text is wanted, with types; of modules that `cli` can see.
    static List<Unit> attributed(Predicate<String> wanted) {
        return read(source -> !source.startsWith("package sectile.bench") && wanted.test(source), true);
    }

    private static List<Unit> read(Predicate<String> wanted, boolean attribute) {
        try {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            try (var files = compiler.getStandardFileManager(null, null, null)) {
                var chosen = new ArrayList<Path>();
                for (Path path : paths()) {
                    if (wanted.test(Files.readString(path))) {
                        chosen.add(path);
                    }
                }
                List<String> options = List.of("-proc:none", "-XDrawDiagnostics", "-nowarn");
                JavacTask task = (JavacTask)
                        compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(chosen));
                Trees trees = Trees.instance(task);
                var units = new ArrayList<Unit>();
                task.parse().forEach(tree -> units.add(new Unit(tree, trees)));
                if (attribute) {
                    task.analyze();
                }
                return units;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> paths() throws IOException {
        var paths = new ArrayList<Path>();
        for (String module : ModuleTable.fromTable().mayUse().keySet()) {
            Path main = Checkout.root().resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(main)) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(paths::add);
            }
        }
        return paths;
    }
}
