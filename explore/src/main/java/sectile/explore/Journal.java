package sectile.explore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What was measured so far, so that an exploration that was ended can continue.
///
/// The file grows by one line per point, which is written at once and carries a check sum: a process that is killed
/// leaves whole lines and at most one torn line at the end, which is cut off when the file is opened again. The first
/// line says which exploration it belongs to.
public final class Journal implements AutoCloseable {
    private static final String TITLE = "sectile explore";

    private final Map<String, Measured> known = new HashMap<>();
    private final @Nullable FileChannel file;
    private final Path path;

    private Journal(@Nullable FileChannel file, Path path) {
        this.file = file;
        this.path = path;
    }

    /// A journal that remembers nothing.
    public static Journal none() {
        return new Journal(null, Path.of(""));
    }

    /// Opens a file, or begins one.
    ///
    /// @param identity of the exploration: of another one, nothing is taken over
    /// @param note told what was taken over
    public static Journal open(Path path, String identity, Span span, Consumer<String> note) {
        try {
            String text = Files.exists(path) ? Files.readString(path, StandardCharsets.ISO_8859_1) : "";
            FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            Journal journal = new Journal(file, path);
            String title = line(TITLE + " " + identity);
            int end = text.indexOf('\n') + 1;
            if (end == 0 && !title.startsWith(text)) {
                file.close();
                throw wrong(path, span, "is not a journal of `sectile explore`");
            }
            if (end == 0) {
                file.truncate(0);
                journal.append(title);
                return journal;
            }
            String first = text.substring(0, end);
            if (!first.equals(title)) {
                file.close();
                throw wrong(
                        path,
                        span,
                        isWhole(first) && content(first).startsWith(TITLE)
                                ? "is the journal of another exploration, or of other files"
                                : "is not a journal of `sectile explore`");
            }
            int kept = journal.read(text, end);
            file.truncate(kept).position(kept);
            if (!journal.known.isEmpty()) {
                note.accept(path + " has " + journal.known.size() + " measured points");
            }
            return journal;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DiagnosticException wrong(Path path, Span span, String what) {
        return new DiagnosticException(Diagnostic.error(ExploreCode.OTHER_JOURNAL, span, "`" + path + "` " + what)
                .hint("name another file, or remove this one"));
    }

    /// Reads lines from an offset on; where the whole ones end.
    private int read(String text, int from) {
        int start = from;
        while (true) {
            int end = text.indexOf('\n', start) + 1;
            if (end == 0 || !isWhole(text.substring(start, end))) {
                return start;
            }
            String content = new String(
                    content(text.substring(start, end)).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            int tab = content.indexOf('\t');
            Optional<Measured> result = tab < 0 ? Optional.empty() : FigureJson.read(content.substring(tab + 1));
            if (result.isEmpty()) {
                return start;
            }
            known.put(content.substring(0, tab), result.get());
            start = end;
        }
    }

    private static boolean isWhole(String line) {
        return line.length() > 10 && line.equals(line(content(line)));
    }

    private static String content(String line) {
        return line.substring(9, line.length() - 1);
    }

    /// Bytes, seen as Latin-1.
    private static String line(String content) {
        var sum = new CRC32();
        sum.update(content.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(java.util.Locale.ROOT, "%08x", sum.getValue()) + " " + content + "\n";
    }

    private void append(String line) throws IOException {
        if (file != null) {
            ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1));
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }

    /// What is known of a command line.
    Optional<Measured> find(List<String> words) {
        return Optional.ofNullable(known.get(key(words)));
    }

    /// Remembers a result.
    void add(List<String> words, Measured result) {
        if (file == null) {
            return;
        }
        known.put(key(words), result);
        try {
            String content = key(words) + "\t" + FigureJson.line(result);
            append(line(new String(content.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            throw new UncheckedIOException(path + " cannot be written", e);
        }
    }

    /// Words without tabs and line ends, which separate.
    private static String key(List<String> words) {
        return String.join(
                " ",
                words.stream()
                        .map(word -> word.replace("\\", "\\\\")
                                .replace(" ", "\\s")
                                .replace("\t", "\\t")
                                .replace("\n", "\\n"))
                        .toList());
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
