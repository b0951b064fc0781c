package sectile.sim.trace;

/// Told of every operation once both its ends are known: of arithmetic when the engine takes it up, of movement when
/// the last byte is there. The operations of one lane come in order of their ends; lanes and PEs are not sorted among
/// each other.
@FunctionalInterface
public interface OpListener {
    void op(Op op);

    /// Told of links and control processors as they are taken, if [#wantsOccupancy()].
    default void occupied(Occupancy occupancy) {}

    /// Whether links and control processors are of interest.
    default boolean wantsOccupancy() {
        return false;
    }

    /// Told of marks that kernels and the host set, if [#wantsMarks()]; those of one PE come in order of time.
    default void marked(Mark mark) {}

    /// Whether marks are of interest.
    default boolean wantsMarks() {
        return false;
    }

    /// Whether operations should carry the kernel line they come from; finding it costs a stack walk each.
    default boolean wantsKernelLines() {
        return false;
    }
}
