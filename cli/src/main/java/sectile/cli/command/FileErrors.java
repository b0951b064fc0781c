package sectile.cli.command;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;
import sectile.cli.problem.CliCode;

/// What the operating system reports about a file, as a sentence.
public final class FileErrors {
    private FileErrors() {}

    public static Diagnostic diagnose(Exception e) {
        if (e instanceof InvalidPathException invalid && invalid.getReason().startsWith("Malformed")) {
            return Diagnostic.error(CliCode.FILE_FAILED, Span.none(), reason(e))
                    .hint("choose an encoding that has these characters: LC_ALL=C.UTF-8");
        }
        return Diagnostic.error(CliCode.FILE_FAILED, Span.none(), reason(e));
    }

    /// The sentence alone.
    public static String reason(Exception e) {
        return switch (e) {
            case UncheckedIOException wrapped when wrapped.getCause() != null -> reason(wrapped.getCause());
            case NoSuchFileException missing -> "there is no file or directory `" + missing.getFile() + "`";
            case AccessDeniedException denied -> "no permission for `" + denied.getFile() + "`";
            case FileSystemException other
            when other.getReason() != null -> "`" + other.getFile() + "` cannot be used: " + other.getReason();
            case FileSystemException other ->
                "`" + other.getFile() + "` cannot be used: " + other.getClass().getSimpleName();
            case InvalidPathException invalid
            when invalid.getReason().startsWith("Malformed") ->
                "the file name `" + invalid.getInput() + "` cannot be expressed in the encoding of this locale";
            case InvalidPathException invalid ->
                "`" + invalid.getInput() + "` cannot be a file name: " + invalid.getReason();
            default -> "reading or writing failed: " + e.getMessage();
        };
    }
}
