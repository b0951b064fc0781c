package sectile.sim.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with queues between PEs. `docs/diagnostics/sim.md` explains each.
public enum QueueCode implements DiagnosticCode {
    NO_SLOTS("IPC-101"),
    EMPTY_SLOT("IPC-102"),
    NEGATIVE_CREDIT("IPC-103"),
    RING_TOO_LARGE("IPC-104"),
    PE_TWICE("IPC-105"),
    UNKNOWN_DIRECTION("IPC-201"),
    PAYLOAD_ABOVE_SLOT("IPC-202"),
    UNEXPECTED_PAYLOAD("IPC-203"),
    NO_QUEUES("IPC-204"),
    SLOT_OVERWRITTEN("IPC-205"),
    INSTALLED_TWICE("IPC-301"),
    RINGS_OVERLAP("IPC-302"),
    PEER_OUTSIDE_MACHINE("IPC-303"),
    QUEUES_IN_USE("IPC-304"),
    NOT_INSTALLED("IPC-305");

    private final String text;

    QueueCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
