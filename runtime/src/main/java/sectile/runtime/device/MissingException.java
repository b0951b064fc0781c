package sectile.runtime.device;

import java.io.Serial;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;

/// A program, package or file that a device needs is not on this machine. The diagnostic says which, and how to get it.
public final class MissingException extends DiagnosticException {
    @Serial
    private static final long serialVersionUID = 1;

    public MissingException(Diagnostic diagnostic) {
        super(diagnostic);
    }
}
