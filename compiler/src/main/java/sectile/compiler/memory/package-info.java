/// # On-chip memory
///
/// Which buffers a kernel needs ([Buffers]), when each of them is in use ([Lifetimes]), and where they lie under the
/// capacities of a target ([MemoryMap]).
@NullMarked
package sectile.compiler.memory;

import org.jspecify.annotations.NullMarked;
