/// What a rank computes on its own tensors, on all PEs of its SIP: products, sums, normalisation,
/// attention, and moving a tensor from one layout to another. No other rank takes part.
///
/// [LocalOps] is the door. Every operation is one launch, or two, of a kernel on the PEs that have a part
/// of the result: simulated time passes, and values are computed if the run computes any.
///
/// ```java
/// LocalOps ops = new LocalOps(cluster);
/// DeviceTensor x = cluster.fromHost(input, Spread.replicated());
/// DeviceTensor w = cluster.fromHost(weight, Spread.columns());
/// DeviceTensor y = ops.product(x, w, Spread.columns());
/// ```
///
/// Tensors here are matrices. [Spread] names the layouts that fit together: an operand replicated on every PE
/// times columns gives columns; columns times rows gives a different partial sum on every PE.
@NullMarked
package sectile.dist.local;

import org.jspecify.annotations.NullMarked;
