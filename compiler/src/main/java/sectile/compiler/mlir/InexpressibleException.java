package sectile.compiler.mlir;

import sectile.base.diag.Span;

/// Something has no counterpart in the dialects that are printed.
final class InexpressibleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Span span;

    InexpressibleException(String what, Span span) {
        super(what);
        this.span = span;
    }

    Span span() {
        return span;
    }
}
