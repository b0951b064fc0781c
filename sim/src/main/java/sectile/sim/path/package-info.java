/// Why a run takes as long as it does: what each piece of work waited for, and the chain of them that ends last.
///
/// While a machine runs, its [Trail] notes a [Step] for every service of an engine, a link or a control processor. A
/// step knows the one before it: what had to end for it to begin. So the chain that leads back from the end of a run
/// to its beginning has no gaps, and the lengths of its pieces add up to the latency: that is the [CriticalPath].
///
/// ```java
/// Machine machine = Machine.open(topology, MachineOptions.standard().traced(Tracing.PATH));
/// LaunchResult launch = machine.launch(kernel, args, where);
/// CriticalPath path = machine.criticalPath(launch.submittedPs(), launch.completedPs()).orElseThrow();
/// path.by(Piece::cause).forEach((cause, ps) -> …);
/// ```
///
/// Steps that nothing refers to any more are garbage, so a trail costs memory for the chains that are still open; only
/// [Tracing#ALL] keeps every step, which [Slack] needs.
@NullMarked
package sectile.sim.path;

import org.jspecify.annotations.NullMarked;
