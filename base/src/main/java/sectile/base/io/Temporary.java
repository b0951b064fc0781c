package sectile.base.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/// The hidden sibling that a file is written to before it takes the file's place.
///
/// It is deleted when the process is interrupted. A process that is killed cannot do that, so the next write to the
/// same file deletes what it left: the writer holds a lock on its sibling, and a sibling without a lock has no writer.
final class Temporary implements AutoCloseable {
    private final Path path;
    private final FileChannel channel;

    private Temporary(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /// Creates the sibling of a file, and deletes those that killed processes left.
    static Temporary besides(Path target) throws IOException {
        deleteAbandoned(target);
        while (true) {
            // Neither Files.createTempFile, whose files no other user may read, nor a name that contains the target's,
            // which may have no room for more characters.
            Path path = target.resolveSibling(prefix(target) + UUID.randomUUID() + ".tmp");
            deleteWhenInterrupted(path);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (isLocked(channel) && Files.notExists(path)) {
                // Another process took it for abandoned before it was locked.
                channel.close();
            } else {
                return new Temporary(path, channel);
            }
        }
    }

    Path path() {
        return path;
    }

    FileChannel channel() {
        return channel;
    }

    /// Lets the file take the place of another. It stays locked until then.
    void replace(Path target) throws IOException {
        Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }

    private static String prefix(Path target) {
        byte[] name = String.valueOf(target.getFileName()).getBytes(StandardCharsets.UTF_8);
        return ".sectile-" + UUID.nameUUIDFromBytes(name) + "-";
    }

    private static void deleteWhenInterrupted(Path path) throws IOException {
        try {
            path.toFile().deleteOnExit();
        } catch (IllegalStateException ending) {
            throw new IOException("the process is ending", ending);
        }
    }

    /// A file system without locks keeps what killed processes leave.
    private static boolean isLocked(FileChannel channel) {
        try {
            return channel.lock() != null;
        } catch (IOException unsupported) {
            return false;
        }
    }

    private static void deleteAbandoned(Path target) {
        String prefix = prefix(target);
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(
                target.toAbsolutePath().getParent(),
                path -> path.getFileName().toString().startsWith(prefix))) {
            for (Path sibling : siblings) {
                if (Files.isRegularFile(sibling, LinkOption.NOFOLLOW_LINKS)) {
                    deleteIfAbandoned(sibling);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // A directory that can be written but not listed keeps what is in it.
        }
    }

    private static void deleteIfAbandoned(Path sibling) {
        try (FileChannel channel = FileChannel.open(sibling, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (channel.tryLock() != null) {
                Files.deleteIfExists(sibling);
            }
        } catch (IOException | OverlappingFileLockException inUseOrOfAnotherUser) {
            // It stays; the file can be written all the same.
        }
    }
}
