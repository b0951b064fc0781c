package sectile.cli.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with a command line. `docs/diagnostics/cli.md` explains each.
public enum CliCode implements DiagnosticCode {
    UNKNOWN_VERB("CLI-101"),
    UNKNOWN_OPTION("CLI-102"),
    MISSING_VALUE("CLI-103"),
    BAD_VALUE("CLI-104"),
    VALUE_OF_A_SWITCH("CLI-105"),
    OPTION_TWICE("CLI-106"),
    TOO_MANY_ARGUMENTS("CLI-107"),
    MISSING_ARGUMENT("CLI-108"),
    TOPOLOGY_TWICE("CLI-109"),
    OUTPUT_NOT_WRITTEN("CLI-110"),
    FILE_FAILED("CLI-111"),
    NO_CHECKOUT("CLI-112"),
    UNKNOWN_TOOL("CLI-113"),
    NOT_SWEPT("CLI-114"),
    OPTION_WITHOUT_EFFECT("CLI-115"),
    NO_ROWS("CLI-116"),
    DAMAGED_ROW("CLI-117"),
    ROWS_OF_ANOTHER_SWEEP("CLI-118"),
    OUTPUT_FILE_TWICE("CLI-119"),
    SIZES_REVERSED("CLI-120"),
    ALGORITHM_TWICE("CLI-121"),
    RANKS_DIFFER("CLI-122"),
    UNKNOWN_OP("CLI-123"),
    MEMORY_ABOVE_HEAP("CLI-130"),
    KERNEL_HOLDS_LOCK("CLI-131"),
    UNKNOWN_EXECUTOR("CLI-140"),
    ORDER_NOT_CHOSEN_HERE("CLI-141"),
    KERNEL_NOT_FIRST("CLI-142"),
    NO_DATA_FOR_PROGRAM("CLI-143"),
    NOT_COMPARED("CLI-144"),
    UNKNOWN_ALGORITHM("CLI-145"),
    EXPLORE_AND_SCHEDULES("CLI-147"),
    OPTIONS_BEFORE_FILE("CLI-148"),
    TOO_MANY_PES("CLI-149"),
    UNKNOWN_PASS("CLI-151"),
    DUMP_WITHOUT_DIRECTORY("CLI-152"),
    CONTRADICTING_OPTIONS("CLI-153"),
    COMPILED_ALREADY("CLI-154"),
    UNKNOWN_SHELL("CLI-160"),
    NO_TIME("CLI-161"),
    TWO_FORMATS("CLI-162"),
    BAD_WHAT_IF("CLI-170"),
    WHAT_IF_NOT_A_NUMBER("CLI-171"),
    BAD_DIFF("CLI-172"),
    NOT_A_RUN("CLI-173"),
    OPTION_OF_ANOTHER_KIND("CLI-180"),
    ELEMENT_TYPE("CLI-181"),
    BAD_VARIATION("CLI-190"),
    PART_CANNOT_VARY("CLI-191"),
    PART_VARIES_TWICE("CLI-192"),
    BAD_DISTRIBUTION("CLI-193"),
    NOTHING_VARIES("CLI-194");

    private final String text;

    CliCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
