/// The simulated machine: packages of cubes of processing elements, with values and time.
///
/// Start reading at [sectile.sim.topology] (what the machine is), [sectile.sim.engine] (how time passes) and
/// [sectile.sim.kernel] (what runs on it).
@NullMarked
package sectile.sim;

import org.jspecify.annotations.NullMarked;
