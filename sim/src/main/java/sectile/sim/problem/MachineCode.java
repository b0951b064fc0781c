package sectile.sim.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with addresses, memory and runs of the machine. `docs/diagnostics/sim.md` explains each.
public enum MachineCode implements DiagnosticCode {
    ADDRESS_BITS("SIM-301"),
    ADDRESS_FIELD("SIM-302"),
    MEMORY_ABOVE_WINDOW("SIM-303"),
    NO_SUCH_BYTE("SIM-304"),
    VIRTUAL_ADDRESS("SIM-305"),
    NO_SUCH_COMPONENT("SIM-306"),
    NOTHING_AT_ADDRESS("SIM-307"),
    NOT_ALLOCATED("SIM-310"),
    OUT_OF_MEMORY("SIM-311"),
    NO_VIRTUAL_ADDRESSES("SIM-312"),
    NEGATIVE_SIZE("SIM-313"),
    MAPPED_TWICE("SIM-320"),
    NOT_MAPPED("SIM-321"),
    MAPS_PHYSICAL("SIM-322"),
    NOT_A_MEMORY("SIM-401"),
    ACCESS_LEAVES_MEMORY("SIM-402"),
    ABOVE_TCM("SIM-403"),
    NO_SUCH_PLACE("SIM-404"),
    NO_PES("SIM-405"),
    REENTERED("SIM-406"),
    COMPOSITE_BUFFERS("SIM-407"),
    OPERAND_TOO_LARGE("SIM-408"),
    CLOSED("SIM-409"),
    DEADLOCK("SIM-501"),
    END_OF_TIME("SIM-502"),
    NOT_CONNECTED("SIM-503");

    private final String text;

    MachineCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
