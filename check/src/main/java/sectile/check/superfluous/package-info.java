/// # What could be left out
///
/// A program that is right may wait more than it must. [Superfluous] verifies it again without each of its
/// [sites][Site] (barriers, fences, waits, notifies, dependencies of tasks, credits), and with fewer slots in its
/// queues. A site is superfluous when the program without it was explored as far as the program with it, and no order
/// has a race, is stuck, or has another result.
///
/// ```java
/// var variants = new ProgramVariants(program, run, MemoryOrder.SILICON);
/// Superfluous.Answer answer = Superfluous.of(variants.sites(), variants.queues(), how, () -> false);
/// answer.diagnostics();
/// ```
///
/// `how` says how a [Variant] is verified and timed: [ProgramVariants] has those of tile programs,
/// `sectile.check.machine.MachineVariants` those of kernels on the machine.
@NullMarked
package sectile.check.superfluous;

import org.jspecify.annotations.NullMarked;
