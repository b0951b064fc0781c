package sectile.sim.trace;

/// Told of every operation when it ends; the order is that of simulated time.
@FunctionalInterface
public interface OpListener {
    void op(Op op);

    /// Whether operations should carry the kernel line they come from; finding it costs a stack walk each.
    default boolean wantsKernelLines() {
        return false;
    }
}
