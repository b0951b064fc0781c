/// Ready-made programs that exercise the machine from end to end and check their own results.
///
/// Each [Workload] makes its inputs from a seed, launches real kernels and compares every result with a
/// reference computed without the simulator. Inputs are small integers, so that all sums are exact in
/// the accumulator's type and a result is either right to the last bit or wrong.
@NullMarked
package sectile.sim.workload;

import org.jspecify.annotations.NullMarked;
