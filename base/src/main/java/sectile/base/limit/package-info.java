/// Limits on time and memory, and how far a run has come.
///
/// The code that starts a run makes a [Limits] and passes it to the executor. The executor counts its work with
/// [Limits#work], asks [Limits#require] before it makes something large, and reports to [Limits#progress]. From
/// another thread, [Limits#stop] ends the run at its next check with the diagnostic given:
///
/// ```java
/// var limits = Limits.ofMemory(4L << 30);
/// limits.require(bytes, "the matrix `a`", Span.none()); // LIM-102 if it cannot fit
/// while (more()) {
///     limits.work(1, loop.span()); // throws LimitReached after stop()
///     step();
/// }
/// ```
///
/// There is no clock here: the command line has one, in a thread of its own, and calls [Limits#stop].
@NullMarked
package sectile.base.limit;

import org.jspecify.annotations.NullMarked;
