/// Running one text kernel on chosen PEs, with buffers made for it.
///
/// [Argument] is what a parameter gets: a value, or a buffer with contents ([Buffer]) and a place ([Spread]);
/// [ArgumentReader] reads them from a command line. A [KernelRun] puts them together with PEs and queues, and runs
/// on the machine ([KernelWorkload]) or without time ([FunctionalKernel]).
@NullMarked
package sectile.script.launch;

import org.jspecify.annotations.NullMarked;
