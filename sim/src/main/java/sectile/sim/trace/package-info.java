/// What a run leaves behind: operations with their time spans, and one hash over everything that happened.
///
/// [sectile.sim.trace.TraceHash] is always on and cheap; an [sectile.sim.trace.OpListener] is called for every
/// operation of every engine when the run asked for an op log or a trace.
@NullMarked
package sectile.sim.trace;

import org.jspecify.annotations.NullMarked;
