package sectile.base.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sectile.base.io.Malformed.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
                .hasMessageContaining("is no directory");
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
}
