package sectile.explore;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with an exploration. `docs/diagnostics/explore.md` explains each.
public enum ExploreCode implements DiagnosticCode {
    NO_KEY("EXPL-101"),
    EMPTY_AXIS("EXPL-102"),
    VALUE_TWICE("EXPL-103"),
    AXIS_TWICE("EXPL-104"),
    BAD_RANGE("EXPL-105"),
    NOTHING_VARIES("EXPL-106"),
    NO_WORKLOAD("EXPL-107"),
    TOO_MANY_POINTS("EXPL-108"),
    FIXED_BY_WORKLOAD("EXPL-109"),
    MAP_FOR_A_VALUE("EXPL-110"),
    OPTION_OF_ONE_RUN("EXPL-111"),
    KEEP_WITHOUT_RUNGS("EXPL-112"),
    BAD_RUNGS("EXPL-113"),
    BAD_SIZE("EXPL-114"),
    UNKNOWN_WORKLOAD("EXPL-115"),
    UNKNOWN_FIGURE("EXPL-120"),
    BAD_FORMULA("EXPL-121"),
    OBJECTIVE_TWICE("EXPL-122"),
    OBJECTIVE_NOT_A_NUMBER("EXPL-123"),
    CONSTRAINT_NOT_A_TRUTH("EXPL-124"),
    NOTHING_SATISFIES("EXPL-125"),
    OTHER_JOURNAL("EXPL-130"),
    CLUSTER_NOT_LOADED("EXPL-140"),
    CLUSTER_UNREACHABLE("EXPL-141"),
    UNKNOWN_CLUSTER("EXPL-142"),
    CLUSTER_LOST("EXPL-143");

    private final String text;

    ExploreCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
