package sectile.base.io;

import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/// Writes whole files or nothing: the content goes to a temporary sibling that is moved over the target at
/// the end.
///
/// A link is followed. Devices and pipes like `/dev/stdout` cannot be replaced and are written to directly. A
/// path that cannot be written is a user's error and thrown as a [sectile.base.diag.DiagnosticException].
public final class AtomicFiles {
    /// Writes the content of a file.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// Writes the content of a text file.
    @FunctionalInterface
    public interface Text {
        void writeTo(Writer out) throws IOException;
    }

    private AtomicFiles() {}

    public static void write(Path target, byte[] content) {
        write(target, out -> out.write(content));
    }

    /// Writes a text in UTF-8.
    public static void write(Path target, String text) {
        write(target, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Writes what the content writes; if that throws, the target stays as it was.
    public static void write(Path target, Content content) {
        try {
            Path real = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
            if (Files.exists(real) && !Files.isRegularFile(real)) {
                writeDirectly(real, content);
            } else {
                replace(real, content);
            }
        } catch (IOException failure) {
            throw Problem.unwritable(target, failure);
        } catch (UncheckedIOException failure) {
            throw Problem.unwritable(target, Objects.requireNonNull(failure.getCause()));
        }
    }

    /// Writes a text in UTF-8 as it comes, for example from a [sectile.base.json.JsonWriter].
    public static void writeText(Path target, Text text) {
        write(target, out -> {
            var writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            text.writeTo(writer);
            writer.flush();
        });
    }

    private static void writeDirectly(Path device, Content content) throws IOException {
        if (Files.isDirectory(device)) {
            throw new IOException("it is a directory");
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(device, StandardOpenOption.WRITE))) {
            content.writeTo(out);
        }
    }

    private static void replace(Path target, Content content) throws IOException {
        Path parent = target.getParent();
        if (parent == null || !Files.exists(parent)) {
            throw new NoSuchFileException(String.valueOf(parent));
        }
        if (!Files.isDirectory(parent)) {
            throw new NotDirectoryException(parent.toString());
        }
        try (var temporary = Temporary.besides(target)) {
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(temporary.channel()));
            content.writeTo(out);
            out.flush();
            temporary.replace(target);
        }
    }
}
