package sectile.base.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;
import sectile.base.io.Npz;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.Yaml;

/// Files that are too large, too long or too many take linear time and end with a bounded message. The timeouts are
/// many times what the tests take: they tell a square from a line, and nothing about speed.
class HostileFilesTest {
    private static final int LONG = 8_000_000;

    @TempDir
    Path directory;

    /// Texts of one long line, or of very many parts.
    static List<String> texts() {
        return List.of(
                "a: " + "x".repeat(LONG),
                "a: " + "x ".repeat(LONG / 2),
                "a: \"" + "x".repeat(LONG) + "\"",
                "a: '" + "x".repeat(LONG) + "'",
                "a: \"" + "x".repeat(LONG),
                "a: \"" + "\\n".repeat(LONG / 8) + "\"",
                "a: |\n  " + "x".repeat(LONG),
                "#" + "x".repeat(LONG) + "\na: 1",
                "x".repeat(LONG) + ": 1",
                "a: " + "1".repeat(LONG),
                "a: 0x" + "f".repeat(LONG),
                "a:" + " ".repeat(LONG) + "1",
                "\n".repeat(LONG / 4) + "a: 1",
                "\t".repeat(LONG / 4) + "a: 1",
                "[".repeat(LONG / 4),
                "{".repeat(LONG / 4),
                "- ".repeat(LONG / 2),
                "? ".repeat(LONG / 2),
                "a: " + "!".repeat(LONG / 4),
                "a: " + ": ".repeat(LONG / 2),
                "%" + "x".repeat(LONG) + "\n---\na: 1",
                "---\n".repeat(LONG / 4),
                "a: " + "\uD83D\uDE00".repeat(LONG / 2),
                "links: [" + "{}, ".repeat(200_000) + "1]",
                "links: [" + "{b: 1}, ".repeat(100_000) + "{}]",
                "a: [" + "&a 1, ".repeat(200_000) + "]",
                "a: [&a 1, " + "*a, ".repeat(200_000) + "]",
                "{" + "k: 1, ".repeat(200_000) + "}",
                "{" + keys(200_000, ", ") + "}",
                keys(200_000, "\n"),
                "\uD83D\uDE00: 1\n" + keys(200_000, "\n"));
    }

    private static String keys(int count, String separator) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("key").append(i).append(": 1").append(separator);
        }
        return text.toString();
    }

    @ParameterizedTest(name = "{index}")
    @MethodSource("texts")
    @Timeout(15)
    void yamlTakesLinearTime(String text) {
        var problems = new Diagnostics();
        Yaml.parseMap(new SourceFile("x.yaml", text), problems).ifPresent(map -> {
            MapReader reader = MapReader.of(map, problems);
            reader.string("kernel").or("");
            reader.maps("links");
            reader.finish();
        });
        assertThat(problems.hasErrors()).isTrue();
        assertThat(new DiagnosticRenderer().renderAll(problems.all())).hasSizeLessThan(100_000);
    }

    @Test
    @Timeout(15)
    void namesAreGuessedInBoundedTime() {
        String word = "x".repeat(1_000_000);
        assertThat(Nearest.of(word, List.of(word + "y", "x"))).isEmpty();
        assertThat(Nearest.of("ring", List.of(word, "rings"))).hasValue("rings");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void someDiagnosticsAreAllShown(int count) {
        String shown = new DiagnosticRenderer().renderAll(diagnostics(count));
        assertThat(shown.lines().filter(line -> line.startsWith("error"))).hasSize(count);
        assertThat(shown).doesNotContain("more");
    }

    @Test
    void ofManyDiagnosticsTheFirstAreShownErrorsBeforeWarnings() {
        var many = new ArrayList<Diagnostic>();
        many.add(Diagnostic.warning(DiagnosticCode.reported("T-2"), Span.none(), "a warning"));
        many.addAll(diagnostics(99_999));
        String shown = new DiagnosticRenderer().renderAll(many);
        assertThat(shown.lines().filter(line -> line.startsWith("error"))).hasSize(20);
        assertThat(shown).doesNotContain("a warning").endsWith("\nand 99,980 more\n");
    }

    private static List<Diagnostic> diagnostics(int count) {
        return Collections.nCopies(count, Diagnostic.error(DiagnosticCode.reported("T-1"), Span.none(), "wrong"));
    }

    @Test
    void anArchiveIsSizedBeforeItIsExpanded() {
        Path file = directory.resolve("bomb.npz");
        NdArray zeros = NdArray.zeros(DType.F32, Shape.of(1 << 20));
        Npz.writeCompressed(file, Map.of("a", zeros, "b", zeros));
        assertThat(file.toFile().length()).isLessThan(100_000);
        assertThat(Npz.read(file, Limits.ofMemory(9 << 20))).hasSize(2);
        assertThatThrownBy(() -> Npz.read(file, Limits.ofMemory(5 << 20)))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("bomb.npz` holds takes 8 MiB, and the limit is 5 MiB");
    }

    /// The directory at the end of an archive says how large an entry is; here it says less than the entry is.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 200})
    void anEntryThatSaysTooLittleIsRefused(int claimed) throws IOException {
        Path file = directory.resolve("liar.npz");
        Npz.writeCompressed(file, Map.of("a", NdArray.zeros(DType.F32, Shape.of(1 << 20))));
        byte[] bytes = Files.readAllBytes(file);
        int central = lastIndexOf(bytes, new byte[] {'P', 'K', 1, 2});
        for (int i = 0; i < 4; i++) {
            bytes[central + 24 + i] = (byte) (claimed >> (8 * i));
        }
        Files.write(file, bytes);
        assertThatThrownBy(() -> Npz.read(file, Limits.ofMemory(1 << 20))).hasMessageContaining("BASE-3");
    }

    @Test
    void anArchiveOfManyEntriesIsSizedAsAWhole() throws IOException {
        Path file = directory.resolve("many.npz");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            byte[] zeros = "0".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 1000; i++) {
                zip.putNextEntry(new ZipEntry("a" + i + ".npy"));
                zip.write(zeros);
                zip.closeEntry();
            }
        }
        assertThatThrownBy(() -> Npz.read(file, Limits.ofMemory(50 << 20)))
                .hasMessageContaining("LIM-102")
                .hasMessageContaining("takes 95 MiB");
    }

    private static int lastIndexOf(byte[] bytes, byte[] wanted) {
        for (int at = bytes.length - wanted.length; at >= 0; at--) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new IllegalStateException("not found");
    }
}
