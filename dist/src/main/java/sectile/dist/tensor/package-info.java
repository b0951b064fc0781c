/// Tensors that lie on the PEs of one SIP.
///
/// A [Layout] says which part of a tensor each PE has: [DpPolicy] cuts by rows and columns, first over cubes
/// and then over PEs, [TiledLayout] deals out tiles. Its result is a list of [ShardSpec] in structural
/// coordinates. A [DeviceTensor] is a tensor in memory: every shard in the HBM of its PE, all of them behind
/// one contiguous virtual range, so that a kernel that computes `base + pid × stride` reads the shard of its
/// own PE.
///
/// ```java
/// DpPolicy rows = DpPolicy.cube(Split.ROW_WISE).pe(Split.REPLICATE).numPes(1);
/// DeviceTensor x = tensors.zeros(Shape.of(16, 8), DType.F16, rows);
/// x.copyFrom(NdArray.full(DType.F16, Shape.of(16, 8), 1));
/// ```
@NullMarked
package sectile.dist.tensor;

import org.jspecify.annotations.NullMarked;
