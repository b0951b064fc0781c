/// # Programs in processes of their own
///
/// [ProcessProgram] runs an emitted program as an executable: [ExchangeFile] writes the arguments to a file, the
/// executable reads it, runs, and writes results to another one (`sx_main.c`). [ProcessDevice] is a device whose runs
/// are processes: emulated boards and ranks over MPI.
@NullMarked
package sectile.runtime.process;

import org.jspecify.annotations.NullMarked;
