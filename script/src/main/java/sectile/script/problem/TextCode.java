package sectile.script.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with a kernel, an algorithm or a host program in text. `docs/diagnostics/kernels.md`
/// explains each.
public enum TextCode implements DiagnosticCode {
    NOT_SUPPORTED("TL-110"),
    UNKNOWN_NAME("TL-111"),
    SKIPPED_NAME("TL-112"),
    UNKNOWN_OPERATION("TL-113"),
    BAD_CALL("TL-114"),
    NOT_A_TYPE("TL-115"),
    WHICH_KERNEL("TL-116"),
    TL_PARAMETER("TL-117"),
    OUTSIDE_LOOP("TL-118"),
    TL_AS_A_VALUE("TL-119"),
    NOT_ASSIGNABLE("TL-120"),
    BAD_CONSTANT("TL-122"),
    PARAMETER_TWICE("TL-123"),
    NOT_CALLABLE("TL-124"),
    NO_SUCH_PYTHON_FUNCTION("TL-125"),
    OPERAND_KINDS("TL-201"),
    INTEGER_TOO_LARGE("TL-203"),
    NO_SUCH_ITEM("TL-204"),
    UNASSIGNED("TL-205"),
    NO_SUCH_ATTRIBUTE("TL-206"),
    UNPACKING("TL-208"),
    CALLS_TOO_DEEP("TL-209"),
    ENDLESS_LOOP("TL-210"),
    HANDLE_AS_CONDITION("TL-211"),
    IMMUTABLE("TL-212"),
    BAD_FORMAT("TL-213"),
    LAUNCH_ARGUMENTS("TL-214"),
    RAISED("TL-215"),
    NO_RANK("TL-216"),
    UNKNOWN_REQUEST("TL-301"),
    KERNEL_ARGS_DO_NOT_FIT("TL-302"),
    BAD_NEIGHBORS("TL-303"),
    BAD_ALGORITHM_CONSTANT("TL-304"),
    NO_VALUE("TL-305"),
    BAD_KERNEL_ARGS("TL-401"),
    UNKNOWN_PARAMETER("TL-402"),
    NO_ARGUMENT("TL-403"),
    UNEQUAL_PARTS("TL-404"),
    CONTRADICTING_OPTIONS("TL-405"),
    NO_EXPECTED_ARRAY("TL-406"),
    HOST_CALL("TL-501"),
    HOST_ARGUMENT("TL-502"),
    NO_SUCH_MEMBER("TL-503"),
    ARRAY_SHAPE("TL-504"),
    BAD_POLICY("TL-505"),
    CONSTANT_USES_MACHINE("TL-506"),
    BAD_LAUNCH("TL-507");

    private final String text;

    TextCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
