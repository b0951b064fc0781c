/// # Kernels in every order
///
/// A [MachineSubject] runs kernels on the simulated machine in an order that an exploration chooses: a kernel asks
/// before each use of a queue, a payload before it is in the ring of its receiver. Races, slots that are overwritten
/// before they are read, messages that are never received and stuck runs are found as in tile programs.
///
/// ```java
/// var subject = new MachineSubject(topology, Limits.none(), () -> machine -> WorkloadAnswer.of(workload.run(machine,
/// 1)));
/// var verifier = new Verifier(subject, ranks, Span.none(), MemoryOrder.STRONG);
/// ```
///
/// Queues have one sender and one receiver each, so that most kernels have one class of orders, and one run proves
/// them. Only a receive from any direction, or a race, makes more.
@NullMarked
package sectile.check.machine;

import org.jspecify.annotations.NullMarked;
