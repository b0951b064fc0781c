/// Runs kernels for their values alone: unbounded queues, no time. For unit tests of algorithms.
///
/// ```java
/// Wiring ring = Wiring.ring(FunctionalRun.ranks(4));
/// List<NdArray> sums = FunctionalRun.run(kernel, ring, inputs, KernelArgs.of(8));
/// ```
///
/// Kernels are resumed in turn, each until it waits for a message that was not sent yet; when all wait, that is
/// a deadlock and is reported like the simulated machine does.
@NullMarked
package sectile.sim.functional;

import org.jspecify.annotations.NullMarked;
