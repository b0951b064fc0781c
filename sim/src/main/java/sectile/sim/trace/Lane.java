package sectile.sim.trace;

/// The engines of a PE as a reader of a trace sees them: one lane each.
public enum Lane {
    SCHEDULER("scheduler"),
    DMA_IN("dma in"),
    DMA_OUT("dma out"),
    GEMM("gemm"),
    MATH("math"),
    IPCQ("ipcq");

    private final String text;

    Lane(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
