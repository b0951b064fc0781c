package sectile.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {
    @TempDir
    private Path directory;

    @Test
    void isWhereTheEnvironmentHasIt() {
        assertThat(UserCache.of(Map.of("XDG_CACHE_HOME", "/c", "HOME", "/h")).directory())
                .hasToString("/c/sectile");
        assertThat(UserCache.of(Map.of("XDG_CACHE_HOME", "relative", "HOME", "/h"))
                        .directory())
                .hasToString("/h/.cache/sectile");
        assertThat(UserCache.of(Map.of("HOME", "")).directory())
                .hasToString(System.getProperty("user.home") + "/.cache/sectile");
    }

    @Test
    void isForTheUserAlone() throws IOException {
        var cache = new UserCache(directory.resolve("new/sectile"));
        assertThat(cache.file("run", ".html")).isEqualTo(directory.resolve("new/sectile/run.html"));
        assertThat(permissions(cache.directory())).isEqualTo("rwx------");
        Files.setPosixFilePermissions(cache.directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
        cache.file("run", ".html");
        assertThat(permissions(cache.directory())).isEqualTo("rwx------");
    }

    @Test
    void regularFilesAreReplaced() throws IOException {
        Files.writeString(directory.resolve("run.html"), "old");
        assertThat(new UserCache(directory).file("run", ".html")).isEqualTo(directory.resolve("run.html"));
    }

    @Test
    void linksDirectoriesAndPipesAreAvoided() throws IOException, InterruptedException {
        Files.createSymbolicLink(directory.resolve("run.html"), directory.resolve("precious"));
        Files.createDirectory(directory.resolve("run-2.html"));
        assertThat(new ProcessBuilder("mkfifo", directory.resolve("run-3.html").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(new UserCache(directory).file("run", ".html")).isEqualTo(directory.resolve("run-4.html"));
        Files.delete(directory.resolve("run.html"));
    }

    @Test
    void aLinkInItsPlaceIsRefused() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(directory.resolve("sectile"), elsewhere);
        assertThatThrownBy(() -> new UserCache(link).file("run", ".html"))
                .isInstanceOf(IOException.class)
                .hasMessage(link + ": it is not a directory");
        Files.delete(link);
    }

    @Test
    void aDirectoryOfAnotherUserIsRefused() throws IOException {
        Assumptions.assumeTrue(
                Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can give a directory away");
        Path given = Files.createDirectory(directory.resolve("sectile"));
        Files.setAttribute(given, "unix:uid", 65534);
        assertThatThrownBy(() -> new UserCache(given).file("run", ".html"))
                .hasMessage(given + ": it belongs to another user");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
