/// # Collectives as loads, stores and signals
///
/// What [LowerCompositeOps][sectile.compiler.passes.LowerCompositeOps] puts in place of a collective of a kernel.
/// [CollectiveLowering][sectile.compiler.collective.CollectiveLowering] chooses the algorithm;
/// `Rounds` are the signals between ranks, `Chunks` the pieces in which data moves.
///
/// Three rules keep all algorithms right under every schedule:
///
/// - *A cell per sender.* Cell s of a rank's signal counts what rank s sent to it. So a rank that is ahead never
///   answers for one that is behind. Every send adds; no cell is ever set.
/// - *Waits are `Ge`.* A sender may be one round ahead of a rank that looks late.
/// - *Signals clear themselves.* At the end a rank subtracts from each cell what its sender sent in this collective.
///   What a fast sender added for the next one stays.
///
/// Reductions combine the ranks in their order, in both modes, so every rank gets the same bits as the interpreter.
@NullMarked
package sectile.compiler.collective;

import org.jspecify.annotations.NullMarked;
