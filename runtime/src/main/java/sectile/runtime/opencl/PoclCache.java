package sectile.runtime.opencl;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import sectile.runtime.host.Workspace;

/// The directory where PoCL keeps compiled kernels. PoCL does not offer its device if it cannot write there, and it
/// ends the process when the disk is full, so both are found before.
record PoclCache(Path directory) {
    /// What a compilation of kernels takes, several times over.
    static final long ROOM = 16L << 20;

    /// How PoCL names temporary files.
    private static final String TEMPORARY = "tempfile_*";

    /// No compilation takes so long.
    static final Duration UNUSED = Duration.ofHours(1);

    /// @throws sectile.base.diag.DiagnosticException RUN-312 when files cannot be written there
    void requireWritable() {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw Workspace.cannotWrite(directory, e);
        }
        if (!Files.isWritable(directory)) {
            throw Workspace.cannotWrite(
                    directory, new FileSystemException(directory.toString(), null, "the directory is not writable"));
        }
    }

    /// Deletes the empty files that PoCL leaves behind for every compilation. One that another process has just made,
    /// and will fill, is not old enough; one that cannot be deleted does no harm.
    void clean() {
        try {
            // The clock is that of the file system, which may be on another host.
            Path now = Files.createTempFile(directory, "sectile", ".now");
            FileTime written = Files.getLastModifiedTime(now);
            Files.delete(now);
            clean(written);
        } catch (IOException e) {
            // The next run tries again.
        }
    }

    private void clean(FileTime now) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, TEMPORARY)) {
            for (Path file : files) {
                if (Files.isRegularFile(file)
                        && Files.size(file) == 0
                        && now.toMillis() - Files.getLastModifiedTime(file).toMillis() > UNUSED.toMillis()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /// @throws sectile.base.diag.DiagnosticException RUN-312 when there is not enough room for a compilation
    void requireRoom() {
        try {
            requireRoom(Files.getFileStore(directory).getUsableSpace());
        } catch (IOException e) {
            throw Workspace.cannotWrite(directory, e);
        }
    }

    void requireRoom(long usable) {
        if (usable < ROOM) {
            throw Workspace.cannotWrite(
                    directory,
                    new FileSystemException(
                            directory.toString(),
                            null,
                            "No space left on device: kernels need " + (ROOM >> 20) + " MiB"));
        }
    }
}
