package sectile.runtime.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can go wrong on devices and in native code. `docs/diagnostics/runtime.md` explains each.
public enum RunCode implements DiagnosticCode {
    TENSOR_LEVEL("RUN-101"),
    TILE_ABOVE_TCM("RUN-102"),
    TOO_MANY_RANKS("RUN-103"),
    HOST_COLLECTIVE("RUN-104"),
    NO_DEVICE_MEMORY("RUN-202"),
    HOST_BUFFER("RUN-203"),
    STOPPED("RUN-300"),
    NOT_EXPRESSIBLE("RUN-301"),
    HOST_MEMORY("RUN-302"),
    NO_THREAD("RUN-303"),
    TRAP("RUN-304"),
    NO_MICRO_KERNEL("RUN-305"),
    NO_COMPILER("RUN-310"),
    COMPILER_FAILED("RUN-311"),
    FILES_NOT_WRITTEN("RUN-312"),
    NOT_STARTED("RUN-313"),
    TIMED_OUT("RUN-314"),
    NOT_LOADED("RUN-315"),
    DISASSEMBLER_FAILED("RUN-316"),
    NO_DISASSEMBLER("RUN-317"),
    RESULT_DIFFERS("RUN-320"),
    CACHES_NOT_EMPTIED("RUN-321"),
    NO_OPENCL("RUN-330"),
    NO_OPENCL_DEVICE("RUN-331"),
    OPENCL_FAILED("RUN-332"),
    OPENCL_COMPILER("RUN-333"),
    DEVICE_GONE("RUN-334"),
    PROCESS_FAILED("RUN-340"),
    NO_RESULTS("RUN-341"),
    NO_BOARD_TOOLS("RUN-342"),
    NO_MPI("RUN-350"),
    HOST_ARRAY_CONFLICT("RUN-351"),
    NO_MPPA_TOOLS("RUN-360"),
    MPPA_VARIABLE("RUN-361"),
    MPPA_FULL("RUN-362"),
    MPPA_GONE("RUN-363"),
    MPPA_COUNTER("RUN-364"),
    NO_MPPA_CLUSTER("RUN-365");

    private final String text;

    RunCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
