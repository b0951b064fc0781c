/// The conformance suite: every function of `sectile.base.number` on every element type it is defined for, with edge
/// values, on every executor, against exact arithmetic. An [Executor] is done when the suite passes.
///
/// [Case] lists what is run, [Edges] the operands, [Oracle] what must come out. To add an executor, implement the
/// interface and add it to [ConformanceTest].
@NullMarked
package sectile.cli.conformance;

import org.jspecify.annotations.NullMarked;
