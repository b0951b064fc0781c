/// # Kalray MPPA
///
/// [MppaDevice] runs tile programs on an MPPA processor, or on its simulators, through Kalray's toolchain. [MppaConfig]
/// says how; what code sets wins over the environment.
///
/// ```java
/// MppaConfig config = MppaConfig.of(System.getenv()).withPlatform(MppaPlatform.ISS);
/// try (MppaDevice device = MppaDevice.open(config, 0, options, false);
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("main").with("x", x));
/// }
/// ```
@NullMarked
package sectile.runtime.mppa;

import org.jspecify.annotations.NullMarked;
