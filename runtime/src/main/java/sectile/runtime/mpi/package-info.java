/// # Ranks as processes over MPI
///
/// [MpiDevice] runs every rank of a tile program as a process, which `mpirun` starts, so that a program can use more
/// than one machine. Windows are RMA memory, signals are changed with the atomic operations of MPI, and the first
/// process gathers the results.
///
/// ```java
/// try (MpiDevice device = MpiDevice.open(HostOptions.of(environment, cache, System::nanoTime));
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("host").with("x", x).on(4));
/// }
/// ```
///
/// The processes are executables of the emitted C, linked with the MPI library: the C runtime calls MPI from the
/// threads that run the program (`sx_mpi.c`, `sx_away.c`). A Java process per rank that called MPI through the
/// foreign-function API would cost a Java start per rank and run, and would share signal handlers with the MPI
/// library.
@NullMarked
package sectile.runtime.mpi;

import org.jspecify.annotations.NullMarked;
