package sectile.base.io;

import sectile.base.diag.DiagnosticCode;

/// Codes of what can be wrong with a file of text or arrays. `docs/diagnostics/base.md` explains each.
enum FileCode implements DiagnosticCode {
    CANNOT_READ("BASE-201"),
    CANNOT_WRITE("BASE-202"),
    NOT_UTF_8("BASE-203"),
    TOO_LARGE("BASE-204"),
    NOT_NPY("BASE-301"),
    NPY_VERSION("BASE-302"),
    NPY_HEADER("BASE-303"),
    NPY_TYPE("BASE-304"),
    SHAPE("BASE-305"),
    TRUNCATED("BASE-306"),
    NOT_NPZ("BASE-311"),
    NPZ_ENTRY("BASE-312"),
    NOT_SAFETENSORS("BASE-321"),
    SAFETENSORS_HEADER("BASE-322"),
    SAFETENSORS_TYPE("BASE-323"),
    SAFETENSORS_OFFSETS("BASE-324");

    private final String text;

    FileCode(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }
}
