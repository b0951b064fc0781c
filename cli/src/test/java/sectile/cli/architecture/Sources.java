package sectile.cli.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import sectile.cli.Checkout;

/// The main sources of all modules as syntax trees.
final class Sources {
    private Sources() {}

    /// A source file.
    record Unit(CompilationUnitTree tree, SourcePositions positions) {
        String packageName() {
            return Objects.requireNonNull(tree.getPackageName(), "a class without a package")
                    .toString();
        }

        /// Where something in the file is, for messages.
        String place(Tree part) {
            String path = tree.getSourceFile().getName();
            long line = tree.getLineMap().getLineNumber(positions.getStartPosition(tree, part));
            return path.substring(path.lastIndexOf('/') + 1) + ":" + line;
        }
    }

    static List<Unit> all() {
        try {
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            try (var files = compiler.getStandardFileManager(null, null, null)) {
                JavacTask task = (JavacTask)
                        compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(paths()));
                SourcePositions positions = Trees.instance(task).getSourcePositions();
                var units = new ArrayList<Unit>();
                task.parse().forEach(tree -> units.add(new Unit(tree, positions)));
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
