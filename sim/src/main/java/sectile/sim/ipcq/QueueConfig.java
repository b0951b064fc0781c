package sectile.sim.ipcq;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.kernel.Space;
import sectile.sim.problem.QueueCode;

/// What every ring of an installation has in common.
///
/// @param buffer the receiver's memory that holds the rings
/// @param slots per ring
/// @param slotBytes per slot
/// @param creditBytes of the message that gives a slot back
public record QueueConfig(Space buffer, int slots, long slotBytes, long creditBytes) {
    public QueueConfig {
        if (slots < 1) {
            throw bad(QueueCode.NO_SLOTS, "a ring needs at least 1 slot, not " + slots);
        }
        if (slotBytes < 1) {
            throw bad(QueueCode.EMPTY_SLOT, "a slot needs at least 1 byte, not " + slotBytes);
        }
        if (creditBytes < 0) {
            throw bad(QueueCode.NEGATIVE_CREDIT, "a credit message cannot have " + creditBytes + " bytes");
        }
        if (slotBytes > Long.MAX_VALUE / slots) {
            throw bad(
                    QueueCode.RING_TOO_LARGE,
                    "a ring of " + slots + " slots of " + slotBytes + " bytes overflows 64 bits");
        }
    }

    public long ringBytes() {
        return slots * slotBytes;
    }

    private static DiagnosticException bad(DiagnosticCode code, String message) {
        return new DiagnosticException(Diagnostic.error(code, Span.none(), message));
    }
}
