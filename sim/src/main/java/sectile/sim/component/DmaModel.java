package sectile.sim.component;

/// A mover of data between a PE and the rest of the machine.
public non-sealed interface DmaModel extends ComponentModel {
    /// The most the engine moves in one direction, however fast the path is.
    Bandwidth bandwidth();
}
