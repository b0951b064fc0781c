package sectile.dist.worker;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;

/// What a user can do wrong with workers: `DIST-2xx`.
final class WorkerErrors {
    private WorkerErrors() {}

    static DiagnosticException noSuchDevice(int device, int sips) {
        return error(
                "DIST-112",
                "device " + device + " does not exist: the machine has " + sips + (sips == 1 ? " SIP" : " SIPs"),
                "devices are numbered from 0 to " + (sips - 1));
    }

    static DiagnosticException neverDone() {
        return error("DIST-201", "what is waited for was never done", "");
    }

    static DiagnosticException nestedSpawn(int rank) {
        return error("DIST-202", "rank " + rank + " calls spawn", "spawn is called once, outside all workers");
    }

    static DiagnosticException noRanks(int count) {
        return error("DIST-203", "spawn of " + count + " ranks", "at least 1 rank is needed");
    }

    private static DiagnosticException error(String code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
