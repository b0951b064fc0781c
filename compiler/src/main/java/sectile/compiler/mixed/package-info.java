/// # Kernels that use both kinds of core
///
/// What [sectile.compiler.passes.ExpandMixedKernel] and its neighbours are made of. [Sides] says on which core of a
/// group each op runs, [Half] is what one of the cores does, [Pipes] are the queues between them, [PipeBuffer] is the
/// global memory that they take, and [SplitGroups] divides the vector part between two vector cores.
@NullMarked
package sectile.compiler.mixed;

import org.jspecify.annotations.NullMarked;
