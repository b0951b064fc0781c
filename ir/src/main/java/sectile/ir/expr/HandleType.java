package sectile.ir.expr;

/// An opaque value that only ops can use.
public record HandleType(Kind kind) implements Type {
    /// What the handle represents.
    public enum Kind {
        COMM_CTX("pld.CommCtx"),
        WINDOW_BUFFER("pld.Ptr"),
        POINTER("pl.Ptr"),
        PREFETCH_CONTEXT("pl.PrefetchContext"),
        PREFETCH_EVENT("pl.PrefetchEvent"),
        PREFETCH_SESSION("pl.PrefetchSession");

        private final String surface;

        Kind(String surface) {
            this.surface = surface;
        }

        public String surface() {
            return surface;
        }
    }

    public static final HandleType COMM_CTX = new HandleType(Kind.COMM_CTX);
    public static final HandleType WINDOW_BUFFER = new HandleType(Kind.WINDOW_BUFFER);

    @Override
    public String toString() {
        return kind.surface();
    }
}
