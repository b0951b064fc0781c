/// Random kernels that cannot deadlock, and what they must compute.
///
/// [sectile.sim.random.Generator] makes a [sectile.sim.random.Program] from a seed: a machine, queues between some of
/// its PEs, and for every PE a list of [sectile.sim.random.Step]s. [sectile.sim.random.ProgramKernel] carries the steps
/// out on `tl`, [sectile.sim.random.PlainEvaluation] on plain arrays, by loops that know nothing of tiles, time or
/// queues.
@NullMarked
package sectile.sim.random;

import org.jspecify.annotations.NullMarked;
