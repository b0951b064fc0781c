/// Tensors spread over a mesh of ranks, described instead of programmed.
///
/// ```java
/// DeviceMesh mesh = DeviceMesh.of(cluster, "tp", 4);
/// DistributedTensor x = DistributedTensor.distribute(input, mesh, new Replicate());
/// DistributedTensor w1 = DistributedTensor.distribute(up, mesh, new Shard(1));
/// DistributedTensor w2 = DistributedTensor.distribute(down, mesh, new Shard(0));
/// DistributedTensor y = x.matmul(w1).matmul(w2);          // Partial(sum)
/// NdArray value = y.redistribute(new Replicate()).toHost();
/// ```
///
/// A [DistributedTensor] has a shape of its own, a [Placement] for every dimension of its [DeviceMesh], and
/// on each rank a local tensor that lies on the PEs of its SIP. `redistribute` changes placements with the
/// collective that takes; `matmul` and `add` know which placements fit together and redistribute those that
/// do not. docs/tensor-parallel.md has the tables.
@NullMarked
package sectile.dist.mesh;

import org.jspecify.annotations.NullMarked;
