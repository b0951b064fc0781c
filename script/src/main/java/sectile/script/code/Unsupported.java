package sectile.script.code;

import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.python.syntax.Ast;
import sectile.script.problem.TextCode;

/// Python that kernels cannot contain.
final class Unsupported {
    private Unsupported() {}

    static void report(String what, Span span, Diagnostics problems) {
        problems.error(
                TextCode.NOT_SUPPORTED,
                span,
                what + " cannot be used in a kernel",
                "docs/kernels.md lists the Python that kernels have");
    }

    /// A statement that was not read: no Python at all, or Python we do not have.
    static void report(Ast.Skipped skipped, Diagnostics problems) {
        if (skipped.error()) {
            problems.error(skipped.code(), skipped.span(), skipped.what());
        } else {
            report(skipped.what(), skipped.span(), problems);
        }
    }
}
