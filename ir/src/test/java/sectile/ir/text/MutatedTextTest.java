package sectile.ir.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.ir.verify.Check;

/// Examples with pieces cut, doubled and exchanged: reading ends with a program or with diagnostics, each with a
/// position.
class MutatedTextTest {
    private static final String PIECES = "()[]{}:,.=\"'\\\n\t #@+-*/%<>!&|^~fi0123 pl.";

    @Test
    void neverCrashes() throws IOException {
        List<String> texts;
        try (Stream<Path> files = Files.list(Path.of("..", "examples"))) {
            texts = files.sorted()
                    .filter(f -> f.toString().endsWith(".py"))
                    .map(MutatedTextTest::read)
                    .toList();
        }
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder(texts.get(random.nextInt(texts.size())));
            for (int i = 0; i <= random.nextInt(4); i++) {
                int at = random.nextInt(text.length());
                int end = Math.min(text.length(), at + 1 + random.nextInt(20));
                switch (random.nextInt(3)) {
                    case 0 -> text.delete(at, end);
                    case 1 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                    default -> text.insert(at, PIECES.charAt(random.nextInt(PIECES.length())));
                }
            }
            var diagnostics = new Diagnostics();
            try {
                Check.check(new SourceFile("mutated.py", text.toString()), Specialisation.NONE, diagnostics);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("seed " + seed + "\n" + text, e);
            }
            assertThat(diagnostics.all())
                    .as("seed " + seed)
                    .allSatisfy(d -> assertThat(d.span().isNone()).isFalse());
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
