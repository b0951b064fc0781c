package sectile.dist.worker;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.dist.problem.DistCode;

/// What a user can do wrong with workers: `DIST-2xx`.
final class WorkerErrors {
    private WorkerErrors() {}

    static DiagnosticException noSuchDevice(int device, int sips) {
        return error(
                DistCode.UNKNOWN_DEVICE,
                "device " + device + " does not exist: the machine has " + sips + (sips == 1 ? " SIP" : " SIPs"),
                "devices are numbered from 0 to " + (sips - 1));
    }

    static DiagnosticException neverDone() {
        return error(DistCode.NEVER_DONE, "the awaited event never happened", "");
    }

    static DiagnosticException nestedSpawn(int rank) {
        return error(
                DistCode.NESTED_SPAWN, "rank " + rank + " calls spawn", "spawn is called once, outside all workers");
    }

    static DiagnosticException noRanks(int count) {
        return error(DistCode.NO_RANKS, "spawn of " + count + " ranks", "at least 1 rank is needed");
    }

    static Diagnostic rankOutside() {
        return Diagnostic.warning(
                        DistCode.RANK_OUTSIDE_WORKERS,
                        Span.none(),
                        "the rank is asked for outside all workers, where it is 0")
                .hint("ask inside spawn(ranks, rank -> …)");
    }

    static Diagnostic deviceOutside() {
        return Diagnostic.warning(
                        DistCode.DEVICE_OUTSIDE_WORKERS,
                        Span.none(),
                        "a device is needed outside all workers, where it is SIP 0")
                .hint("choose one with ahbm().setDevice(sip), or do it inside spawn(ranks, rank -> …)");
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
