package sectile.compiler.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what passes find, and what can be wrong with targets and compiled programs. `docs/diagnostics/compiler.md`
/// explains each.
public enum CompilerCode implements DiagnosticCode {
    UNKNOWN_TARGET("COMP-101"),
    SPACE_IN_TWO_MEMORIES("COMP-102"),
    BAD_CAPACITY("COMP-103"),
    UNKNOWN_WORD("COMP-104"),
    INLINE_SUBMITTED("COMP-201"),
    INLINE_RETURN_IN_LOOP("COMP-202"),
    UNROLL_NOT_CONSTANT("COMP-203"),
    UNROLL_TOO_LARGE("COMP-204"),
    UNCARRIED_VALUE("COMP-205"),
    TILE_OUTSIDE_KERNEL("COMP-210"),
    LAUNCH_INSIDE_KERNEL("COMP-211"),
    NO_TILE_OP("COMP-220"),
    NO_CONVERSION("COMP-221"),
    TOO_MANY_DIMENSIONS("COMP-222"),
    OP_ON_BOTH_CORES("COMP-301"),
    DYNAMIC_TILE_CROSSES("COMP-302"),
    PARTS_SHARE_TENSOR("COMP-303"),
    MIXED_KERNEL_CALLS("COMP-304"),
    MIXED_KERNEL_COMMUNICATES("COMP-305"),
    SCALAR_OF_OTHER_CORE("COMP-306"),
    PIPE_ENDS_DIFFER("COMP-311"),
    PIPE_TOO_LARGE("COMP-312"),
    DYNAMIC_TILE("COMP-321"),
    OVER_CAPACITY("COMP-322"),
    NO_SUCH_MEMORY("COMP-323"),
    MISALIGNED_FRACTAL("COMP-324"),
    SPLIT_NOT_POSSIBLE("COMP-331"),
    UNKNOWN_DEVICES("COMP-501"),
    UNKNOWN_WINDOW("COMP-502"),
    NO_SIGNAL("COMP-503"),
    CORE_NUM_IN_KERNEL("COMP-504"),
    ROWS_NOT_DIVIDED("COMP-505"),
    WINDOW_NOT_CONSTANT("COMP-511"),
    MISSING_DEVICE("COMP-512"),
    MISSING_MANIFEST("COMP-513"),
    MANIFEST_VERSION("COMP-514"),
    DAMAGED_MANIFEST("COMP-515"),
    MANIFEST_TYPE("COMP-516"),
    DIRECTORY_NOT_WRITTEN("COMP-521"),
    NOT_A_COMPILED_PROGRAM("COMP-522"),
    DIRECTORY_VERSION("COMP-523"),
    DAMAGED_FILE("COMP-524"),
    NOTIFY_WITHOUT_FENCE("COMP-601"),
    EQUAL_WAIT_ON_COUNTER("COMP-602"),
    WAIT_WITHOUT_EFFECT("COMP-603");

    private final String text;

    CompilerCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
