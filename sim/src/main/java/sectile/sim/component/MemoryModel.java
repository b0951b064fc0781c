package sectile.sim.component;

/// A memory inside a PE, reached without the network of the cube.
public non-sealed interface MemoryModel extends ComponentModel {
    /// The rate of a copy from the memory to itself.
    Bandwidth bandwidth();
}
