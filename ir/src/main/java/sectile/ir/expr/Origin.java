package sectile.ir.expr;

import sectile.base.diag.Span;

/// Where a node comes from. All origins are equal, so that the records which hold one compare by structure alone.
public record Origin(Span span) {
    private static final Origin NONE = new Origin(Span.none());

    public static Origin none() {
        return NONE;
    }

    public static Origin of(Span span) {
        return new Origin(span);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Origin;
    }

    @Override
    public int hashCode() {
        return 0;
    }

    @Override
    public String toString() {
        return "";
    }
}
