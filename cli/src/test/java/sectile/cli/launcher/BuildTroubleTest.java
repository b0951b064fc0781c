package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sectile.cli.Checkout;
import sectile.cli.Result;
import sectile.cli.launcher.Launcher.Running;

/// What can keep the first build from its end. The checkout has nothing to compile, and most tests a Maven of their
/// own.
@Tag("launcher")
class BuildTroubleTest {
    @TempDir
    Path temp;

    private Path checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectory(temp.resolve("checkout"));
        Files.createDirectories(checkout.resolve("scripts"));
        Files.createDirectories(checkout.resolve("cli/src/main"));
        for (String file : List.of("sectile", "scripts/build", "scripts/maven", "pom.xml")) {
            copy(file);
        }
        try (Stream<Path> modules = Files.list(Checkout.root())) {
            for (Path module : modules.filter(path -> Files.exists(path.resolve("pom.xml")))
                    .toList()) {
                Files.createDirectories(checkout.resolve(module.getFileName()));
                copy(module.getFileName() + "/pom.xml");
            }
        }
    }

    private void copy(String file) throws IOException {
        Files.copy(Checkout.root().resolve(file), checkout.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }

    /// Whoever starts the tests in the background may have them ignore signals, and so all that they start.
    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aSignalEndsTheWholeBuild(String signal, int exitCode) throws IOException, InterruptedException {
        Path started = fifo("started");
        Path never = fifo("never");
        Path held = temp.resolve("held");
        Running running = withMaven(
                        "exec 5>'" + held + "'; flock 5; echo >'" + started + "'; read -r x <'" + never + "'")
                .through(Path.of("/usr/bin/env"))
                .start("--default-signal=" + signal, launcher().program().toString(), "--version");
        assertThat(Files.readString(started)).isEqualTo("\n");
        assertThat(new ProcessBuilder(
                                "kill",
                                "-" + signal,
                                Long.toString(running.process().pid()))
                        .start()
                        .waitFor())
                .isZero();
        Result result = running.await();
        assertThat(result.exitCode()).as(result.err()).isEqualTo(exitCode);
        assertThat(result.err()).contains("the build was interrupted; the next call starts it again");
        assertThat(new ProcessBuilder("flock", "-w", "60", held.toString(), "true")
                        .start()
                        .waitFor())
                .as("Maven has ended")
                .isZero();
        try (Stream<Path> files = Files.list(checkout.resolve(".sectile"))) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("lock", "build.log");
        }
    }

    @Test
    void aCheckoutThatCannotBeWrittenIsNamed() throws IOException {
        Files.writeString(checkout.resolve(".sectile"), "in the way");
        Result result = launcher().run("--version");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err())
                .contains("cannot write to " + checkout + "/.sectile")
                .contains("make the checkout writable");
    }

    @Test
    void anEmptyRepositoryWithoutANetworkIsNamed() {
        Result result = launcher()
                .with("SECTILE_MAVEN_ARGS", "-o -Dmaven.repo.local=" + temp.resolve("empty"))
                .run("--version");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
        assertThat(result.err())
                .contains("Maven cannot fetch what the build needs: ")
                .contains("SECTILE_MAVEN_ARGS=-Dmaven.repo.local=DIR")
                .doesNotContain("\tat ");
    }

    @Test
    void aMavenThatDoesNotStartIsNamed() {
        Result result = launcher().with("MAVEN_OPTS", "-Xnosuch").run("--version");
        assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
        assertThat(result.err())
                .contains("the Java virtual machine of Maven does not start: Unrecognized option: -Xnosuch")
                .contains("MAVEN_OPTS is '-Xnosuch'");
    }

    @Test
    void aFullDiskIsNamed() throws IOException {
        Result result = withMaven("echo '[ERROR] Failed: No space left on device'; exit 1")
                .run("--version");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("no space is left on the device of " + checkout);
    }

    private Launcher launcher() {
        return Launcher.from(temp).through(checkout.resolve("sectile"));
    }

    /// A launcher that finds this script where Maven should be.
    private Launcher withMaven(String script) throws IOException {
        Path bin = Files.createDirectory(temp.resolve("bin"));
        Path maven = Files.writeString(bin.resolve("mvn"), "#!/bin/bash\n" + script + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        return launcher().with("PATH", bin + ":" + System.getenv("PATH"));
    }

    private Path fifo(String name) throws IOException, InterruptedException {
        Path fifo = temp.resolve(name);
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        return fifo;
    }
}
