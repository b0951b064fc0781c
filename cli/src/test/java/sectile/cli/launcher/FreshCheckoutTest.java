package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;
import sectile.cli.launcher.Launcher.Running;

/// What happens in a checkout that was never built, and when its sources change. One test, because every build takes
/// seconds: each step continues from the one before.
@Tag("launcher")
class FreshCheckoutTest {
    private static final Set<String> BUILT = Set.of(".git", ".sectile", "target");

    @TempDir
    Path temp;

    @Test
    void buildsOnceThenAgainOnlyWhenSourcesChange() throws IOException {
        Path checkout = temp.resolve("fresh clone, mit Umläuten");
        copySources(Checkout.root(), checkout);
        Launcher launcher = Launcher.from(temp).through(checkout.resolve("sectile"));

        twoAtOnceBuildOnce(launcher);
        assertThat(launcher.run("--version").err())
                .as("a third launch builds nothing")
                .isEmpty();
        assertThat(built(checkout)).hasSize(1).allMatch(app -> Files.exists(app.resolve("sectile.aot")));

        Path broken = checkout.resolve("base/src/main/java/sectile/base/Broken.java");
        Files.writeString(broken, "package sectile.base;\n\nclass Broken { int x = \"no number\"; }\n");
        Result failed = launcher.run("--version");
        assertThat(failed.exitCode()).isEqualTo(70);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err())
                .contains("Broken.java:[3,24] incompatible types")
                .contains("the build failed; all of its output is in " + checkout);

        Files.delete(broken);
        Result mended = launcher.run("--version");
        assertThat(mended.err())
                .as("what was built before the mistake still fits")
                .isEmpty();
        assertThat(mended.exitCode()).isZero();

        Files.writeString(checkout.resolve("cli/src/main/resources/sectile/cli/version"), "7.7.7\n");
        Result changed = launcher.run("--version");
        assertThat(changed.err()).contains("building");
        assertThat(changed.out()).startsWith("sectile 7.7.7 ");
        assertThat(built(checkout)).as("the former build is deleted").hasSize(1);
    }

    private static void twoAtOnceBuildOnce(Launcher launcher) {
        List<Running> running = List.of(launcher.start("--version"), launcher.start("help"));
        List<Result> results = running.stream().map(Running::await).toList();
        assertThat(results).as("%s", results).allMatch(result -> result.exitCode() == 0);
        assertThat(results.getFirst().out()).startsWith("sectile ");
        assertThat(results.getLast().out()).contains("usage: sectile VERB");
        assertThat(results.stream().filter(result -> result.err().contains("building")))
                .as("%s", results)
                .hasSize(1);
    }

    private static List<Path> built(Path checkout) throws IOException {
        try (Stream<Path> files = Files.list(checkout.resolve(".sectile"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("app-"))
                    .toList();
        }
    }

    private static void copySources(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                if (isBuilt(directory)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                create(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!isBuilt(file)) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Sources may have directories of the same names; what is built is beside a pom.
    private static boolean isBuilt(Path path) {
        return BUILT.contains(path.getFileName().toString()) && Files.exists(path.resolveSibling("pom.xml"));
    }

    private static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
