package sectile.runtime.opencl;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import sectile.runtime.host.Workspace;

/// The directory where PoCL keeps compiled kernels. PoCL does not offer its device if it cannot write there, and it
/// ends the process when the disk is full, so both are found before.
record PoclCache(Path directory) {
    /// What a compilation of kernels takes, several times over.
    static final long ROOM = 16L << 20;

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
