/// # What every op means
///
/// [Meanings] gives each op of the registry its [Meaning], the reference that lowerings, the simulator and
/// native code are compared with. A family is one file that calculates element by element in the plainest way
/// that is still quick: whole arrays at a time, floats of up to 32 bits as `float`, wider ones as `double`,
/// integers as `long`; results are rounded or wrapped to the element type once.
///
/// Reductions look at the valid part of an operand only; elementwise ops keep the valid part of their first
/// operand. What lies outside the valid part of a loaded tile is zero.
@NullMarked
package sectile.interp.ops;

import org.jspecify.annotations.NullMarked;
