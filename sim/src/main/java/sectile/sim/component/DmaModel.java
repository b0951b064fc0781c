package sectile.sim.component;

/// A mover of data between a PE and the rest of the machine.
public non-sealed interface DmaModel extends ComponentModel {
    /// The most a channel of the engine moves in one direction, however fast the path is.
    Bandwidth bandwidth();

    /// How many transfers it works on at the same time in each direction, each at that rate.
    default int channels() {
        return 1;
    }
}
