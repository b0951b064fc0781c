package sectile.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.cli.Checkout;
import sectile.cli.Result;

/// How the launcher finds itself and its JDK, and what it passes on.
@Tag("launcher")
class LauncherTest {
    @TempDir
    Path temp;

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.createDirectory(temp.resolve("with späces in it"));
    }

    @AfterEach
    void deleteLinks() {
        Checkout.deleteLinks(temp);
    }

    @Test
    void startsFromAnotherDirectory() {
        assertRuns(Launcher.from(directory));
    }

    @Test
    void startsThroughLinks() throws IOException {
        Path absolute = Files.createSymbolicLink(
                directory.resolve("first"), Checkout.root().resolve("sectile"));
        Path relative = Files.createSymbolicLink(temp.resolve("second"), temp.relativize(absolute));
        assertRuns(Launcher.from(directory).through(relative));
    }

    @Test
    void leavesNothingBehind() throws IOException {
        Launcher.from(directory).run("doctor");
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    /// What ends soon is compiled by the first compiler alone; what may take long, by both.
    @Test
    void choosesCompilersByTheSizeOfTheRun() {
        Launcher launcher = Launcher.from(directory).with("SECTILE_JAVA_OPTS", "-XX:+PrintFlagsFinal");
        String firstAlone = "TieredStopAtLevel\\s+= 1 ";
        assertThat(launcher.run("version").out()).containsPattern(firstAlone);
        assertThat(launcher.run("run", "hello-ring", "--topology", "small", "--no-data")
                        .out())
                .containsPattern(firstAlone);
        assertThat(launcher.run("run", "barrier", "--topology", "flat", "--ranks", "8", "--algorithm", "tree_barrier")
                        .out())
                .containsPattern(firstAlone);
        assertThat(launcher.run("run", "barrier", "--topology", "flat", "--ranks", "65")
                        .out())
                .doesNotContainPattern(firstAlone);
        assertThat(launcher.run("run", "hello-ring", "--topology", "small", "--set", "system.sips.count=3")
                        .out())
                .doesNotContainPattern(firstAlone);
        assertThat(launcher.run("sweep", "allreduce", "-b", "8", "-e", "8", "--topology", "small")
                        .out())
                .doesNotContainPattern(firstAlone);
    }

    @Test
    void passesTheExitCodeOn() {
        Result result = Launcher.from(directory).run("docter");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("did you mean `doctor`?");
    }

    @Test
    void passesWordsOnAsTheyAre() {
        Result result = Launcher.from(directory).run("two words", "", "*");
        assertThat(result.err()).contains("sectile 'two words' '' *");
    }

    @Test
    void saysThatThereIsNoJdk() throws IOException {
        Result result = Launcher.from(directory)
                .with("PATH", Launcher.pathOf(temp, "bash", "readlink"))
                .with("JAVA_HOME", "/no/such/jdk")
                .with("SECTILE_JAVA_HOME", "")
                .with("SECTILE_JVM_DIRS", directory + ":" + temp)
                .run("--version");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .contains("no JDK 25 found in JAVA_HOME (/no/such/jdk)")
                .contains(directory.toString())
                .contains("openjdk-25-jdk")
                .contains("SECTILE_JAVA_HOME");
    }

    @Test
    void saysThatTheChosenJdkIsAnother() throws IOException {
        Path jdk = fakeJdk("17.0.15");
        Result result = Launcher.from(directory)
                .with("SECTILE_JAVA_HOME", jdk.toString())
                .run("--version");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err()).contains(jdk + ", which is not a JDK 25 (version found: 17.0.15)");
    }

    @Test
    void takesOnlyAJdk25() throws IOException {
        for (String version : List.of("17.0.15", "250.0.1", "2.5", "24.0.25")) {
            Result result = Launcher.from(directory)
                    .with("SECTILE_JAVA_HOME", fakeJdk(version).toString())
                    .run("--version");
            assertThat(result.err()).contains("(version found: " + version + ")");
        }
    }

    @Test
    void saysThatTheJvmDoesNotStart() {
        Result result =
                Launcher.from(directory).with("SECTILE_JAVA_OPTS", "-Xnosuch").run("--version");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.err())
                .contains("the Java virtual machine does not start", "Unrecognized option: -Xnosuch")
                .contains("SECTILE_JAVA_OPTS is '-Xnosuch'");
    }

    @Test
    void readsFilesOfAnyNameInAnyLocale() throws IOException {
        Files.copy(Checkout.root().resolve("examples/softmax.py"), directory.resolve("größe.py"));
        Result result = Launcher.from(directory).with("LC_ALL", "C").run("check", "größe.py");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).startsWith("größe.py: Softmax");
    }

    @Test
    void startsWithASmallHeap() {
        Result result = Launcher.from(directory)
                .with("SECTILE_JAVA_OPTS", "-XX:+PrintFlagsFinal")
                .run("--version");
        assertThat(result.out()).containsPattern("InitialHeapSize\\s+= 67108864");
    }

    @Test
    void givesOptionsToTheJvm() {
        Result result = Launcher.from(directory)
                .with("SECTILE_JAVA_OPTS", "-Xmx64m -XX:+PrintFlagsFinal")
                .run("--version");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).containsPattern("MaxHeapSize\\s+= 67108864");
    }

    @Test
    void runsClassesOfTheUser() {
        Path example = Checkout.root().resolve("examples/collectives");
        String classes = Launcher.from(directory).run("classpath").out().strip();
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        classes,
                        "-d",
                        directory.toString(),
                        example.resolve("PassAround.java").toString());
        assertThat(compiled).isZero();
        Result result = Launcher.from(temp)
                .with("SECTILE_CLASSPATH", directory.toString())
                .run(
                        "run",
                        "allreduce",
                        "--topology",
                        "flat",
                        "--ccl",
                        example.resolve("ccl.yaml").toString());
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("pass_around").contains("0 wrong");
    }

    @Test
    void reportsOutputThatCannotBeWritten() {
        var launcher = Launcher.from(directory).through(Path.of("/bin/sh"));
        Result full = launcher.run("-c", "'" + Checkout.root() + "/sectile' help >/dev/full");
        assertThat(full.exitCode()).isEqualTo(2);
        assertThat(full.err()).contains("CLI-110").contains("No space left");
    }

    private static void assertRuns(Launcher launcher) {
        Result result = launcher.run("--version");
        assertThat(result.err()).doesNotContain("error");
        assertThat(result.out()).startsWith("sectile 0.").contains("(Java 25");
        assertThat(result.exitCode()).isZero();
    }

    private Path fakeJdk(String version) throws IOException {
        Path jdk = Files.createTempDirectory(directory, "jdk");
        Path bin = Files.createDirectory(jdk.resolve("bin"));
        for (String name : List.of("java", "javac")) {
            Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
        }
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return jdk;
    }
}
