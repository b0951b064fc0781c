/// Collective algorithms as one text file: a kernel, its arguments, its queues and its settings.
///
/// [TextAlgorithms] reads a configuration that names such files; [TextAlgorithm] is what a file becomes.
@NullMarked
package sectile.script.collective;

import org.jspecify.annotations.NullMarked;
