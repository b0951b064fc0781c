/// # Races
///
/// [RaceDetector] is an observer that finds, in one run, accesses to the same bytes that nothing orders,
/// by vector clocks: every actor knows how much of every other one happened before; starts, joins and
/// tokens pass that knowledge on.
///
/// ```java
/// var detector = new RaceDetector();
/// new Interpreter(program).run(run.watchedBy(detector));
/// detector.diagnostics().forEach(…);
/// ```
///
/// A race is found even if the two accesses came in the right order by chance. What one run cannot show
/// are accesses that only happen in another order of the program; `sectile.check.explore` runs all of them.
@NullMarked
package sectile.check.race;

import org.jspecify.annotations.NullMarked;
