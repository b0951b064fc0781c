/// # Watching a run
///
/// Both executors, the interpreter and the simulated machine, report what a run does to an [Observer]: a
/// list of [Event]s, each of one [Actor]. There are three sorts: an [Event.Access] to a [Region] of
/// memory; what orders one actor after another ([Event.Start], [Event.Join], and [Event.Release] →
/// [Event.Acquire] of a [Token]); and what an actor waits for ([Event.Block], [Event.Resume], and
/// [Event.Delay] for what held it up meanwhile). Every event
/// has its place in the program and, on the machine, its time.
///
/// ```java
/// Observer writes = event -> {
///     if (event instanceof Event.Access access && access.kind().writes()) {
///         log.add(access.actor() + " writes " + access.region() + " at " + access.span());
///     }
/// };
/// ```
///
/// A race detector needs nothing else: two accesses to overlapping bytes are ordered if and only if these
/// events lead from one to the other. Observing never changes what a program does.
///
/// When nothing can continue, a [WaitGraph] of what each actor waits for ([Wait]) explains why: the cycle,
/// or the wait that no actor can end. All reports of stuck runs are made from it.
@NullMarked
package sectile.base.observe;

import org.jspecify.annotations.NullMarked;
