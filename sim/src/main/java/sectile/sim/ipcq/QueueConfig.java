package sectile.sim.ipcq;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.kernel.Space;

/// What every ring of an installation has in common.
///
/// @param buffer the receiver's memory that holds the rings
/// @param slots per ring
/// @param slotBytes per slot
/// @param creditBytes of the message that gives a slot back
public record QueueConfig(Space buffer, int slots, long slotBytes, long creditBytes) {
    public QueueConfig {
        if (slots < 1) {
            throw bad("IPC-101", "a ring needs at least 1 slot, not " + slots);
        }
        if (slotBytes < 1) {
            throw bad("IPC-102", "a slot needs at least 1 byte, not " + slotBytes);
        }
        if (creditBytes < 0) {
            throw bad("IPC-103", "a credit message cannot have " + creditBytes + " bytes");
        }
        if (slotBytes > Long.MAX_VALUE / slots) {
            throw bad("IPC-104", "a ring of " + slots + " slots of " + slotBytes + " bytes overflows 64 bits");
        }
    }

    public long ringBytes() {
        return slots * slotBytes;
    }

    private static DiagnosticException bad(String code, String message) {
        return new DiagnosticException(Diagnostic.error(code, Span.none(), message));
    }
}
