package sectile.sim.machine;

/// A kernel of an ordered machine takes messages from any direction, so that the order in which they arrive at its PE
/// makes a difference, but the machine was not told to report that: see [MachineOptions#ordered].
public final class ArrivalOrderMatters extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ArrivalOrderMatters() {
        super("a kernel receives from any direction", null, false, false);
    }
}
