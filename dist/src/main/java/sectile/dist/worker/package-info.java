/// The host programs of all ranks, taking turns on one thread.
///
/// [Workers] runs them: deterministic, in the order of ranks, each until it waits. A worker waits for a
/// [sectile.sim.machine.Pending]; simulated time passes only while all wait, and a worker continues at the very
/// moment that what it waits for is done. If one throws, all end, and a [SpawnException] says which ranks
/// failed and why.
@NullMarked
package sectile.dist.worker;

import org.jspecify.annotations.NullMarked;
