/// # Kalray MPPA
///
/// [MppaDevice] runs tile programs on a cluster of an MPPA processor, or on its simulators, through Kalray's toolchain.
/// [MppaConfig] says how; what code sets wins over the environment.
///
/// `MppaLink` starts the program on the cluster (`sx_server.c`) and talks to it through pipes. `MppaMemory` keeps
/// arrays there, `MppaPlaces` loads kernel libraries and places arguments. The host's part of a program is a library
/// that has the interface of any native program (`sx_host.c`), so that the rest is that of the host device.
///
/// ```java
/// MppaConfig config = MppaConfig.of(System.getenv()).withPlatform(MppaPlatform.ISS);
/// try (MppaDevice device = MppaDevice.open(config, 0, options);
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("main").with("x", x));
/// }
/// ```
@NullMarked
package sectile.runtime.mppa;

import org.jspecify.annotations.NullMarked;
