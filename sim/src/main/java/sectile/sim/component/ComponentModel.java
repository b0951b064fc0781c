package sectile.sim.component;

/// What a component costs. A model is immutable, and answers the same question with the same number always.
public sealed interface ComponentModel permits NodeModel, ProcessorModel, DmaModel, MemoryModel, GemmModel, MathModel {
    /// The fixed cost of one use, in picoseconds; what the other methods return comes on top unless they say
    /// otherwise.
    long overheadPs();
}
