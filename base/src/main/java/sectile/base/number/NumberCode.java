package sectile.base.number;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with the operands of an operation on tiles. `docs/diagnostics/tile-values.md` explains
/// each.
enum NumberCode implements DiagnosticCode {
    TYPES_DIFFER("KER-101"),
    SHAPES_DIFFER("KER-102"),
    NOT_DEFINED_FOR_TYPE("KER-103"),
    BAD_PRODUCT("KER-104"),
    BAD_AXIS("KER-105"),
    NUMBER_NOT_OF_TYPE("KER-106"),
    DIVISION_BY_ZERO("KER-107"),
    TILE_TOO_LARGE("KER-108"),
    EMPTY_REDUCTION("KER-109"),
    BAD_ACCUMULATOR("KER-110"),
    BAD_RESHAPE("KER-111");

    private final String text;

    NumberCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
