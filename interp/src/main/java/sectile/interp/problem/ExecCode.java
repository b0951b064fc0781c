package sectile.interp.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can go wrong while a tile program runs. `docs/diagnostics/exec.md` explains each.
public enum ExecCode implements DiagnosticCode {
    UNASSIGNED("EXEC-100"),
    OUT_OF_BOUNDS("EXEC-101"),
    BAD_EXTENT("EXEC-102"),
    DIVISION_BY_ZERO("EXEC-103"),
    SHAPES_DIFFER("EXEC-104"),
    EMPTY_REDUCTION("EXEC-105"),
    PIPE_NOT_SET_UP("EXEC-106"),
    PIPE_ENDS_DIFFER("EXEC-107"),
    TILE_ABOVE_SLOT("EXEC-108"),
    SLOT_NOT_RECEIVED("EXEC-109"),
    NO_SUCH_DEVICE("EXEC-110"),
    TOO_FEW_CORES("EXEC-111"),
    BARRIER_COUNTS_DIFFER("EXEC-112"),
    ONE_VECTOR_CORE("EXEC-113"),
    NOT_A_WINDOW("EXEC-114"),
    NOT_IN_GROUP("EXEC-115"),
    NO_RESULT("EXEC-116"),
    EXTERNAL_SOURCE("EXEC-117"),
    PIPE_BUFFER_TOO_SMALL("EXEC-118"),
    SLOT_GIVEN_BACK("EXEC-119"),
    NO_ENTRY("EXEC-120"),
    BAD_ARGUMENT("EXEC-121"),
    UNKNOWN_INPUT("EXEC-122"),
    UNKNOWN_OUTPUT("EXEC-123"),
    DIMENSION_DIFFERS("EXEC-124"),
    COMPOSITE_EXTENT("EXEC-125"),
    PREDICATED_RESULT("EXEC-126"),
    DEADLOCK("EXEC-201"),
    ENDLESS_LOOP("EXEC-202"),
    LINK_FAILED("EXEC-203");

    private final String text;

    ExecCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
