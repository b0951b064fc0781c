package sectile.base.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sectile.base.io.Malformed.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.json.JsonWriter;

class AtomicFilesTest {
    @TempDir
    private Path directory;

    @Test
    void replacesAndLeavesNothingElse() throws IOException {
        Path file = directory.resolve("a.txt");
        AtomicFiles.write(file, "one");
        AtomicFiles.write(file, "zwei ü");
        assertThat(file).hasContent("zwei ü");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void aFailureKeepsTheOldContent() throws IOException {
        Path file = directory.resolve("a.txt");
        AtomicFiles.write(file, "old");
        assertThatThrownBy(() -> AtomicFiles.write(file, out -> {
                    out.write(1);
                    throw new IllegalStateException("half way");
                }))
                .hasMessage("half way");
        assertThat(code(() -> AtomicFiles.write(file, out -> {
                    throw new IOException("disk full");
                })))
                .isEqualTo("BASE-202");
        assertThat(file).hasContent("old");
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void textsAreStreamed() {
        Path file = directory.resolve("a.json");
        AtomicFiles.writeText(file, out -> {
            try (var json = JsonWriter.pretty(out)) {
                json.value("ü");
            }
        });
        assertThat(file).hasContent("\"ü\"\n");
        assertThat(code(() -> AtomicFiles.writeText(file, out -> {
                    throw new UncheckedIOException(new IOException("disk full"));
                })))
                .isEqualTo("BASE-202");
        assertThat(file).hasContent("\"ü\"\n");
    }

    @Test
    void linksAreFollowedAndDevicesWrittenTo() throws IOException {
        Path file = directory.resolve("a.txt");
        AtomicFiles.write(file, "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        AtomicFiles.write(link, "new");
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(file).hasContent("new");
        AtomicFiles.write(Path.of("/dev/null"), "away");
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void whatCannotBeWrittenIsADiagnostic() {
        assertThat(code(() -> AtomicFiles.write(directory, "x"))).isEqualTo("BASE-202");
        assertThatThrownBy(() -> AtomicFiles.write(directory.resolve("no/such/file"), "x"))
                .hasMessageContaining("BASE-202")
                .hasMessageContaining("there is no `" + directory.resolve("no/such"));
        AtomicFiles.write(directory.resolve("file"), "x");
        assertThatThrownBy(() -> AtomicFiles.write(directory.resolve("file/below"), "x"))
                .hasMessageContaining("is not a directory");
    }

    @Test
    void textsAreReadStrictly() throws IOException {
        var problems = new Diagnostics();
        Path file = directory.resolve("a.yaml");
        Files.writeString(file, "a: ü\n");
        assertThat(TextFiles.read(file, problems)).contains(new SourceFile(file.toString(), "a: ü\n"));
        Files.write(file, "a: ü\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(TextFiles.read(file, problems)).isEmpty();
        assertThat(TextFiles.read(directory.resolve("missing"), problems)).isEmpty();
        assertThat(TextFiles.read(directory, problems)).isEmpty();
        assertThat(TextFiles.read(Path.of("/dev/zero"), problems)).isEmpty();
        assertThat(problems.all())
                .extracting(Diagnostic::code)
                .containsExactly("BASE-203", "BASE-201", "BASE-201", "BASE-204");
        assertThat(problems.all().getFirst().span()).hasToString(file + ":1:4");
        assertThat(problems.all().getFirst().message()).isEqualTo("byte 3, 0xfc, is not UTF-8");
    }

    @Test
    void whatAKilledProcessLeftIsDeleted() throws IOException {
        Path file = directory.resolve("a.txt");
        Path abandoned = temporaryOf(file);
        Path ofAnother = temporaryOf(directory.resolve("b.txt"));
        Files.writeString(abandoned, "half");
        Files.writeString(ofAnother, "half");
        AtomicFiles.write(file, "whole");
        assertThat(abandoned).doesNotExist();
        assertThat(ofAnother).exists();
    }

    @Test
    void whatAnotherWriterIsWritingStays() throws IOException {
        Path file = directory.resolve("a.txt");
        AtomicFiles.write(file, out -> {
            AtomicFiles.write(file, "inner");
            out.write('x');
        });
        assertThat(file).hasContent("x");
    }

    @Test
    void neitherLinksNorPipesAreTakenForAbandoned() throws IOException {
        Path file = directory.resolve("a.txt");
        Path precious = Files.writeString(directory.resolve("precious"), "kept");
        Path link = Files.createSymbolicLink(temporaryOf(file), precious);
        AtomicFiles.write(file, "whole");
        assertThat(link).isSymbolicLink();
        assertThat(precious).hasContent("kept");
    }

    @Test
    void theLongestNameCanBeWritten() {
        Path file = directory.resolve("n".repeat(255));
        AtomicFiles.write(file, "x");
        assertThat(file).hasContent("x");
    }

    @Test
    void anInterruptedProcessLeavesNothing() throws IOException, InterruptedException {
        Path file = directory.resolve("a.txt");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Interrupted.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.getInputStream().read()).isEqualTo('!');
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    /// A process that stops in the middle of writing a file until it is interrupted.
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] args) {
            AtomicFiles.write(Path.of(args[0]), out -> {
                out.write(new byte[100_000]);
                System.out.write('!');
                System.out.flush();
                LockSupport.park();
            });
        }
    }

    /// The name of a temporary file of a target, as a killed process would leave it.
    private static Path temporaryOf(Path target) throws IOException {
        try (var temporary = Temporary.besides(target)) {
            return temporary.path();
        }
    }
}
