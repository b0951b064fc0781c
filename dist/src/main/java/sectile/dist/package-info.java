/// Programs of several ranks on the simulated machine.
///
/// ```java
/// try (Cluster cluster = Cluster.open(Topologies.preset("default"))) {
///     Distributed dist = cluster.distributed();
///     dist.initProcessGroup("ahbm");
///     cluster.spawn(dist.worldSize(), rank -> {
///         cluster.ahbm().setDevice(rank);
///         DpPolicy rows = DpPolicy.cube(Split.ROW_WISE).pe(Split.REPLICATE).numPes(1);
///         DeviceTensor x = cluster.zeros(Shape.of(16, 8), DType.F16, rows);
///         x.copyFrom(NdArray.full(DType.F16, Shape.of(16, 8), rank + 1));
///         dist.allReduce(x, ReduceOp.SUM);
///     });
/// }
/// ```
///
/// [Cluster] is the door. Behind it: [sectile.dist.tensor] for tensors and where they lie,
/// [sectile.dist.worker] for the ranks' programs, [sectile.dist.group] for groups and collectives,
/// [sectile.dist.ccl] and [sectile.dist.algorithm] for how collectives are carried out. On top of it:
/// [sectile.dist.local] for what a rank computes alone, [sectile.dist.parallel] for layers cut over ranks,
/// [sectile.dist.mesh] for tensors that know how they are spread.
@NullMarked
package sectile.dist;

import org.jspecify.annotations.NullMarked;
