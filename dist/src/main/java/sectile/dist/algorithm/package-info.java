/// The algorithms, topologies, mappers and validators that come with the runtime, by name in [Registries].
///
/// Kernels are written against [Exchange], which sees a rank's data as one flat array cut into segments that fit a
/// slot. [Ring], [Chain], [Pairwise], [Tree] and [Mesh] are the plain ones; [Torus] and [HalvingDoubling] are
/// lists of [Move] that [Lanes] carries out; [Intercube] and [Hierarchical] work on many PEs of each SIP.
///
/// Every all-reduce gives all ranks the same bits: each element of the result is computed in one place and
/// copied, or everywhere in the same order.
@NullMarked
package sectile.dist.algorithm;

import org.jspecify.annotations.NullMarked;
