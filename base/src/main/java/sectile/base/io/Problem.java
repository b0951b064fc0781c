package sectile.base.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// Makes the exceptions of this package. Binary files have no lines to point at, so the message names the
/// file.
final class Problem {
    /// What the bytes of a name become that is not UTF-8.
    private static final char REPLACEMENT = '\ufffd';

    private Problem() {}

    static DiagnosticException of(DiagnosticCode code, String file, String message) {
        return of(code, file, message, "");
    }

    static DiagnosticException of(DiagnosticCode code, String file, String message, String hint) {
        return new DiagnosticException(Diagnostic.error(code, Span.none(), "`" + file + "`: " + message)
                .hint(hint));
    }

    static Diagnostic unreadable(Path file, IOException failure) {
        return Diagnostic.error(FileCode.CANNOT_READ, Span.none(), "cannot read `" + file + "`: " + reason(failure))
                .hint(file.toString().indexOf(REPLACEMENT) < 0 ? "" : "rename the file: its name is not UTF-8");
    }

    static DiagnosticException unwritable(Path file, IOException failure) {
        return new DiagnosticException(Diagnostic.error(
                FileCode.CANNOT_WRITE, Span.none(), "cannot write `" + file + "`: " + reason(failure)));
    }

    static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException missing -> "there is no `" + missing.getFile() + "`";
            case NotDirectoryException file -> "`" + file.getFile() + "` is not a directory";
            case AccessDeniedException denied -> "access to `" + denied.getFile() + "` is denied";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default ->
                Optional.ofNullable(failure.getMessage())
                        .orElseGet(() -> failure.getClass().getSimpleName());
        };
    }
}
