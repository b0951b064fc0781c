package sectile.runtime.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import sectile.runtime.c.CSource;

/// Intermediate files that the user asked for.
public final class Temps {
    private Temps() {}

    /// Writes the text of a program's part on the host, and of what it includes.
    static void saveHost(Path directory, CSource source) {
        try {
            Files.writeString(directory.resolve("host.c"), source.text());
            for (var file : RuntimeSources.ofHost().entrySet()) {
                Files.writeString(directory.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw Workspace.cannotWrite(directory, e);
        }
    }

    /// Writes the text of a program and of what it includes.
    public static void save(Path directory, CSource source) {
        try {
            Files.createDirectories(directory);
            Files.writeString(directory.resolve("program.c"), source.text());
            if (!source.kernels().isEmpty()) {
                Files.writeString(directory.resolve("program.cl"), RuntimeSources.openClOf(source.kernels()));
            }
            for (var file : RuntimeSources.all().entrySet()) {
                Files.writeString(directory.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw Workspace.cannotWrite(directory, e);
        }
    }
}
