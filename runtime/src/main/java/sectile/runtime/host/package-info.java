/// # This machine's CPU
///
/// [HostDevice] runs tile programs as native code: `sectile.runtime.c` prints C, [CCompiler] compiles it with the C
/// compiler of the system, [NativeCache] keeps what was compiled, and [NativeProgram] loads it and calls it through the
/// foreign-function API.
///
/// ```java
/// try (HostDevice device = HostDevice.open(HostOptions.of(environment, cache, System::nanoTime));
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("main").with("x", x).on(4));
/// }
/// ```
///
/// Blocks that may wait for each other, matrix and vector cores of a group, and ranks have a thread each; other blocks
/// share the processors. [Programs] starts external programs: with argument lists, within a time, and with the end of
/// what they wrote in the message when they fail.
@NullMarked
package sectile.runtime.host;

import org.jspecify.annotations.NullMarked;
