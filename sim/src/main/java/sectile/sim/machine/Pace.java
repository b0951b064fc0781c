package sectile.sim.machine;

/// How the kernels of a machine keep time. The choice changes speed, never results.
public enum Pace {
    /// Kernels run ahead of the clock where nothing outside their PE can tell, and repeatable kernels of a run without
    /// values note what they ask for in advance.
    AHEAD,

    /// Kernels sleep until each operation has ended: slow, and simple enough to check the other by.
    PLAIN
}
