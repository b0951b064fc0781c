/// # OpenCL devices
///
/// [OpenClDevice] keeps arrays in memory of an OpenCL device and computes on them with kernels in OpenCL C. The program
/// is printed by `sectile.runtime.c` in the dialect of OpenCL: functions, tasks, pipes and ranks run as native code on
/// the host. Ops that follow each other become kernels of the program; each other op starts the kernel of the op on the
/// device. Kernels share their arithmetic with the host (`sx_numbers.c`, `sx_functions.h`), so that results have the
/// same bits.
///
/// ```java
/// try (OpenCl library = OpenCl.load(environment, cache);
///         OpenClDevice device = OpenClDevice.open(library, 0, options);
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("main").with("x", x));
/// }
/// ```
///
/// [OpenCl] calls the OpenCL library of the system through the foreign-function API. Any number of devices can be open,
/// also several times the same one. Reading order: [OpenClDevice], [OpenCl], [OpenClKernels].
@NullMarked
package sectile.runtime.opencl;

import org.jspecify.annotations.NullMarked;
