/// # Targets
///
/// A [Target] describes what a program is compiled for: cores, memories and their capacities, pipes, legal casts.
@NullMarked
package sectile.compiler.target;

import org.jspecify.annotations.NullMarked;
