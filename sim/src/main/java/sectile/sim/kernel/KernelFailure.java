package sectile.sim.kernel;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.base.limit.OutOfMemory;
import sectile.sim.Place;
import sectile.sim.problem.KernelCode;

/// A kernel has failed: where, and with what.
public final class KernelFailure extends DiagnosticException {
    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final String line;
    private final String operation;

    private KernelFailure(List<Diagnostic> diagnostics, Place place, String line, String operation, Throwable cause) {
        super(diagnostics);
        this.place = place;
        this.line = line;
        this.operation = operation;
        initCause(cause);
    }

    /// A failure with everything a reader needs to find it.
    ///
    /// @param line of the kernel, empty if not known
    public static KernelFailure of(Place place, String kernel, String line, long timePs, Throwable cause) {
        return of(place, kernel, line, KernelLine.operation(cause).orElse(""), timePs, cause);
    }

    /// The same where the operation cannot be seen from the cause.
    ///
    /// @param operation like `load`; empty outside any
    public static KernelFailure of(
            Place place, String kernel, String line, String operation, long timePs, Throwable cause) {
        String where = "on " + place + " in kernel " + kernel + (line.isEmpty() ? "" : " at " + line)
                + (operation.isEmpty() ? "" : ", in " + operation) + ", simulated time " + timePs + " ps";
        List<Diagnostic> diagnostics = cause instanceof DiagnosticException known
                ? known.diagnostics().stream()
                        .map(diagnostic -> diagnostic.note(Span.none(), where))
                        .toList()
                : List.of(thrown(cause).note(Span.none(), where));
        return new KernelFailure(diagnostics, place, line, operation, cause);
    }

    private static Diagnostic thrown(Throwable cause) {
        return cause instanceof OutOfMemoryError
                ? OutOfMemory.full(Runtime.getRuntime().maxMemory())
                : Diagnostic.error(KernelCode.KERNEL_THREW, Span.none(), "the kernel threw " + cause);
    }

    public Place place() {
        return place;
    }

    /// The line of the kernel, like `Ring.java:17`; empty if not known.
    public String line() {
        return line;
    }

    /// The operation the kernel was in, like `load`; empty if it failed outside any.
    public String operation() {
        return operation;
    }
}
