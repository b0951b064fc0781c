package sectile.sim.problem;

import sectile.base.diag.DiagnosticCode;

/// Codes of what a kernel can do wrong. `docs/diagnostics/kernels.md` explains each.
public enum KernelCode implements DiagnosticCode {
    MISSING_ARGUMENT("KER-201"),
    ARGUMENT_TYPE("KER-202"),
    BAD_PROGRAM_AXIS("KER-203"),
    MISALIGNED("KER-204"),
    COMPOSITE_OPERATION("KER-205"),
    COMPOSITE_OF_A_VALUE("KER-206"),
    COMPOSITE_OF_SUB_BYTES("KER-207"),
    COMPOSITE_TILE("KER-208"),
    NO_VALUES("KER-209"),
    OTHER_MEMORY("KER-210"),
    OTHER_FUTURE("KER-211"),
    NO_SUCH_ELEMENT("KER-212"),
    RECEIVE_NOT_AWAITED("KER-213"),
    OTHER_ELEMENT_TYPE("KER-214"),
    BEYOND_BUFFER("KER-215"),
    OUTSIDE_EVERY_BUFFER("KER-216"),
    BLANK_MARK("KER-217"),
    KERNEL_THREW("KER-301"),
    TEXT_DIVISION_BY_ZERO("TL-202"),
    TEXT_ARGUMENT("TL-207");

    private final String text;

    KernelCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
