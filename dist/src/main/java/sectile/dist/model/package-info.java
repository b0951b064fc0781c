/// Tensor-parallel models as ready-made programs that check their own results: what `sectile run mlp` and
/// `sectile run block` carry out.
///
/// [MlpWorkload] and [BlockWorkload] run on all ranks; [Estimate] is the reference they are compared with,
/// in double precision and with the error that rounding may have caused.
@NullMarked
package sectile.dist.model;

import org.jspecify.annotations.NullMarked;
