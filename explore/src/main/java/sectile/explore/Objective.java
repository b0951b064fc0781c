package sectile.explore;

import sectile.base.diag.Span;

/// What makes one point better than another.
///
/// @param formula a Python expression over figures and axes
/// @param maximized whether more is better
public record Objective(String name, String formula, boolean maximized, Span span) {
    /// What every exploration looks at unless it is told otherwise.
    static Objective latency() {
        return new Objective("latency_ps", "latency_ps", false, Span.none());
    }

    /// Reads `NAME`, or `NAME=FORMULA`.
    public static Objective parse(String text, boolean maximized, Span span) {
        int equals = text.indexOf('=');
        boolean named = equals > 0
                && text.substring(0, equals).strip().matches("[A-Za-z_][A-Za-z0-9_]*")
                && !text.startsWith("==", equals);
        return named
                ? new Objective(
                        text.substring(0, equals).strip(),
                        text.substring(equals + 1).strip(),
                        maximized,
                        span)
                : new Objective(text.strip(), text.strip(), maximized, span);
    }
}
