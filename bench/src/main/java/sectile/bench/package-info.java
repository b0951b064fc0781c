/// Measurements, each a `main` of its own that prints a table. Speeds are compared within one run, because
/// machines are noisy; times are the measuring thread's CPU time where the work is done by one thread.
///
/// `scripts/bench` lists and runs them; docs/performance.md says what they found.
@NullMarked
package sectile.bench;

import org.jspecify.annotations.NullMarked;
