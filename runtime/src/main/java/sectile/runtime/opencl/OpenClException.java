package sectile.runtime.opencl;

import java.io.Serial;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// A call of the OpenCL library that failed.
final class OpenClException extends DiagnosticException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    OpenClException(String function, int status) {
        super(Diagnostic.error("RUN-332", Span.none(), function + " failed with error " + status)
                .hint("errors are listed in the OpenCL header cl.h; `sectile devices` shows what is installed"));
        this.status = status;
    }

    /// Whether the device or the host has no memory left.
    boolean isOutOfMemory() {
        return status == -4 || status == -5 || status == -6 || status == -61;
    }
}
