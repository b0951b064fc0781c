/// Layers whose weights are cut over the ranks of a tensor-parallel group.
///
/// ```java
/// dist.initProcessGroup("ahbm");
/// dist.initializeModelParallel(2);
/// cluster.spawn(dist.worldSize(), rank -> {
///     TensorParallel tp = new TensorParallel(cluster);
///     var columns = ColumnParallelLinear.Options.of(DType.F16);
///     var rows = RowParallelLinear.Options.of(DType.F16);
///     var up = new ColumnParallelLinear(tp, 256, 1024, columns, Weights.seeded(1));
///     var down = new RowParallelLinear(tp, 1024, 256, rows, Weights.seeded(2));
///     DeviceTensor x = cluster.fromHost(input, Spread.replicated());
///     DeviceTensor y = down.forward(up.forward(x));
/// });
/// ```
///
/// [TensorParallel] is the door: a rank's view of its group, with the four region functions. A
/// [ColumnParallelLinear] followed by a [RowParallelLinear] needs one all-reduce and nothing else, because
/// the first leaves its result where the second wants it: on the same ranks, and there on the same PEs.
@NullMarked
package sectile.dist.parallel;

import org.jspecify.annotations.NullMarked;
