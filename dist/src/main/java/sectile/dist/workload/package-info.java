/// Collectives as ready-made programs that check their own results, and how fast they could be at best.
///
/// [CollectiveWorkload] is what `sectile run` and `sectile sweep` carry out; [sectile.dist.limit.LowerBound] is what
/// their results are compared with.
///
/// [Inputs] says what every element begins with, [Expected] what it must become, and [Check] compares; [LateRanks]
/// looks whether a barrier holds. In a timing-only run nothing of this is computed.
@NullMarked
package sectile.dist.workload;

import org.jspecify.annotations.NullMarked;
