package sectile.cli;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// What the operating system says about a file, as a sentence.
final class FileErrors {
    private FileErrors() {}

    static Diagnostic diagnose(Exception e) {
        return Diagnostic.error("CLI-111", Span.none(), sentence(e));
    }

    private static String sentence(Exception e) {
        return switch (e) {
            case UncheckedIOException wrapped when wrapped.getCause() != null -> sentence(wrapped.getCause());
            case NoSuchFileException missing -> "there is no file or directory `" + missing.getFile() + "`";
            case AccessDeniedException denied -> "no permission for `" + denied.getFile() + "`";
            case FileSystemException other
            when other.getReason() != null -> "`" + other.getFile() + "` cannot be used: " + other.getReason();
            case FileSystemException other ->
                "`" + other.getFile() + "` cannot be used: " + other.getClass().getSimpleName();
            default -> "reading or writing failed: " + e.getMessage();
        };
    }
}
