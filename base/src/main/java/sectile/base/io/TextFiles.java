package sectile.base.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Reads texts that users wrote.
public final class TextFiles {
    private static final int MAX_BYTES = 64 << 20;

    private TextFiles() {}

    /// The text of a file in UTF-8, named as the path is given; empty, with a diagnostic, if it cannot be
    /// read.
    public static Optional<SourceFile> read(Path file, Diagnostics problems) {
        try {
            byte[] bytes = bytes(file);
            if (bytes.length > MAX_BYTES) {
                problems.error(
                        FileCode.TOO_LARGE,
                        Span.none(),
                        "`" + file + "` is larger than " + (MAX_BYTES >> 20) + " MiB",
                        "is it a text file?");
                return Optional.empty();
            }
            return decode(file, bytes, problems);
        } catch (IOException failure) {
            problems.add(Problem.unreadable(file, failure));
            return Optional.empty();
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a directory");
        }
        // Not Files.readAllBytes, which believes the size and would follow an endless device to the end.
        try (var in = Files.newInputStream(file)) {
            return in.readNBytes(MAX_BYTES + 1);
        }
    }

    private static Optional<SourceFile> decode(Path file, byte[] bytes, Diagnostics problems) {
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        var in = ByteBuffer.wrap(bytes);
        var out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            var before = new SourceFile(file.toString(), out.flip().toString());
            var end = new Span(before, before.text().length(), before.text().length());
            problems.add(Diagnostic.error(
                            FileCode.NOT_UTF_8,
                            end,
                            String.format("byte %d, 0x%02x, is not UTF-8", in.position(), bytes[in.position()]))
                    .hint("save the file as UTF-8"));
            return Optional.empty();
        }
        return Optional.of(new SourceFile(file.toString(), out.flip().toString()));
    }
}
