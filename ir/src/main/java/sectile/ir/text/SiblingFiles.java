package sectile.ir.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.io.TextFiles;

/// Imports of files beside a program: relative to the file with the import, inside the directory of the program and
/// those below it.
///
/// An absolute name may begin with the names of directories above the program, as packages do: in `kernels/a.py`,
/// `kernels.b` is `kernels/b.py`.
public final class SiblingFiles implements Siblings {
    private final Path root;

    /// @param program the file that is read first
    public SiblingFiles(Path program) {
        Path parent = program.toAbsolutePath().normalize().getParent();
        this.root = parent == null ? Path.of("/") : parent;
    }

    @Override
    public Optional<SourceFile> find(SourceFile importer, int level, String module) {
        Path file = Path.of(importer.name()).toAbsolutePath().normalize();
        Path directory = file.getParent() == null ? root : file.getParent();
        for (Path candidate : level == 0 ? absolute(directory, module) : relative(directory, level, module)) {
            for (Path path : List.of(
                    candidate.resolveSibling(candidate.getFileName() + ".py"), candidate.resolve("__init__.py"))) {
                if (path.startsWith(root) && Files.isRegularFile(path) && !path.equals(file)) {
                    return TextFiles.read(shown(importer, file, path), new Diagnostics());
                }
            }
        }
        return Optional.empty();
    }

    /// A path as short as the one of the importer, for messages.
    private static Path shown(SourceFile importer, Path file, Path found) {
        Path given = Path.of(importer.name());
        Path parent = given.getParent();
        Path below = java.util.Objects.requireNonNull(file.getParent()).relativize(found);
        return given.isAbsolute()
                ? found
                : parent == null ? below : parent.resolve(below).normalize();
    }

    private static List<Path> relative(Path directory, int level, String module) {
        Path from = directory;
        for (int i = 1; i < level && from.getParent() != null; i++) {
            from = from.getParent();
        }
        return module.isEmpty() ? List.of(from.resolve("__init__")) : List.of(from.resolve(module.replace('.', '/')));
    }

    private List<Path> absolute(Path directory, String module) {
        var candidates = new ArrayList<Path>();
        if (module.isEmpty()) {
            return candidates;
        }
        String path = module.replace('.', '/');
        candidates.add(directory.resolve(path));
        candidates.add(root.resolve(path));
        // `package.module` in a directory `package`.
        for (Path above = root; above != null && above.getFileName() != null; above = above.getParent()) {
            Path parent = above.getParent();
            if (parent != null) {
                candidates.add(parent.resolve(path));
            }
        }
        return candidates;
    }
}
