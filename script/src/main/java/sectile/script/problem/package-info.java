/// The errors of text kernels: [Problems][sectile.script.problem.Problems] makes diagnostics,
/// [Place][sectile.script.problem.Place] makes them of the faults of Python values.
@NullMarked
package sectile.script.problem;

import org.jspecify.annotations.NullMarked;
