package sectile.runtime.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.problem.RunCode;

/// A directory for the files of one compilation, removed when it closes. Its name holds the id of the process, so that
/// what a killed process left is removed by the next one.
public final class Workspace implements AutoCloseable {
    private static final String PREFIX = "tmp-";

    private final Path directory;

    private Workspace(Path directory) {
        this.directory = directory;
    }

    /// A new directory inside of another one, which is made if it is missing.
    public static Workspace in(Path parent) {
        try {
            Files.createDirectories(parent);
            removeAbandoned(parent);
            long process = ProcessHandle.current().pid();
            return new Workspace(Files.createTempDirectory(parent, PREFIX + process + "-"));
        } catch (IOException e) {
            throw cannotWrite(parent, e);
        }
    }

    private static void removeAbandoned(Path parent) throws IOException {
        List<Path> entries;
        try (Stream<Path> files = Files.list(parent)) {
            entries = files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        for (Path entry : entries) {
            String[] words = entry.getFileName().toString().split("-", -1);
            boolean ours = words.length == 3 && words[1].matches("\\d{1,18}");
            if (ours && ProcessHandle.of(Long.parseLong(words[1])).isEmpty()) {
                remove(entry);
            }
        }
    }

    public Path directory() {
        return directory;
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    public Path write(String name, String text) {
        Path file = file(name);
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    public static DiagnosticException cannotWrite(Path file, IOException e) {
        String reason = e instanceof FileSystemException f && f.getReason() != null
                ? f.getReason()
                : e.getClass().getSimpleName() + ": " + e.getMessage();
        return new DiagnosticException(
                Diagnostic.error(
                                RunCode.FILES_NOT_WRITTEN,
                                Span.none(),
                                "files of a compilation cannot be written to " + file + ": " + reason)
                        .hint(
                                "make room there, or choose another directory: XDG_CACHE_HOME for the cache, --save-temps for copies"));
    }

    @Override
    public void close() {
        remove(directory);
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Another process removes the same abandoned directory; what is left is tried again next time.
            return;
        }
    }
}
