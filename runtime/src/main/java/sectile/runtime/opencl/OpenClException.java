package sectile.runtime.opencl;

import java.io.Serial;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.runtime.problem.RunCode;

/// A call of the OpenCL library that failed.
final class OpenClException extends DiagnosticException {
    @Serial
    private static final long serialVersionUID = 1;

    private final int status;

    OpenClException(String function, int status) {
        super(isLost(status) ? lost(function, status) : failed(function, status));
        this.status = status;
    }

    private static Diagnostic failed(String function, int status) {
        return Diagnostic.error(RunCode.OPENCL_FAILED, Span.none(), function + " failed with error " + status)
                .hint("errors are listed in the OpenCL header cl.h; `sectile devices` shows what is installed");
    }

    private static Diagnostic lost(String function, int status) {
        return Diagnostic.error(
                        RunCode.DEVICE_GONE,
                        Span.none(),
                        "the OpenCL device is not available any more: " + function + " failed with error " + status)
                .hint("`sectile devices` lists the devices that are there now");
    }

    /// CL_DEVICE_NOT_AVAILABLE, CL_INVALID_DEVICE, CL_INVALID_CONTEXT, CL_INVALID_COMMAND_QUEUE: handles that were
    /// valid when the device was opened.
    private static boolean isLost(int status) {
        return status == -2 || status == -33 || status == -34 || status == -36;
    }

    /// Whether the device or the host has no memory left.
    boolean isOutOfMemory() {
        return status == -4 || status == -5 || status == -6 || status == -61;
    }
}
