package sectile.cli.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The place for files that the user did not name: a directory that only the user can write, so that no other user can
/// prepare a link or a pipe there.
///
/// It is `sectile` in `$XDG_CACHE_HOME`, or in `~/.cache` if that variable is not set.
public record UserCache(Path directory) {
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
    private static final int NAMES = 100;

    /// The directory that an environment names. It need not exist yet.
    public static UserCache of(Map<String, String> environment) {
        // The specification has relative paths ignored.
        return absolute(environment.getOrDefault("XDG_CACHE_HOME", ""))
                .or(() -> absolute(environment.getOrDefault("HOME", "")).map(home -> home.resolve(".cache")))
                .map(cache -> new UserCache(cache.resolve("sectile")))
                .orElseGet(() -> new UserCache(Path.of(System.getProperty("user.home"), ".cache", "sectile")));
    }

    private static Optional<Path> absolute(String path) {
        return path.startsWith("/") ? Optional.of(Path.of(path)) : Optional.empty();
    }

    /// A file in the directory, which is made if it is missing: absent, or a regular file that may be replaced.
    ///
    /// @throws IOException if the directory cannot be made or is not the user's own; the message says why
    public Path file(String name, String ending) throws IOException {
        make();
        for (int i = 1; i <= NAMES; i++) {
            Path file = directory.resolve(i == 1 ? name + ending : name + "-" + i + ending);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    || Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                return file;
            }
        }
        throw unusable("no file name is free in it");
    }

    private void make() throws IOException {
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(PRIVATE);
        if (Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(directory, mode);
        }
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            throw unusable("it is not a directory");
        }
        if (!uid(directory).equals(uid(Path.of("/proc/self")))) {
            throw unusable("it belongs to another user");
        }
        if (!Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS).equals(PRIVATE)) {
            Files.setPosixFilePermissions(directory, PRIVATE);
        }
    }

    private FileSystemException unusable(String reason) {
        return new FileSystemException(directory.toString(), null, reason);
    }

    private static Object uid(Path path) throws IOException {
        return Files.getAttribute(path, "unix:uid");
    }
}
