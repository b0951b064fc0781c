/// # Emulated boards
///
/// [EmbeddedDevice] runs tile programs on processors that this machine does not have: the C of `sectile.runtime.c` is
/// compiled by a cross compiler and started in QEMU. [Board] lists them.
///
/// ```java
/// try (EmbeddedDevice device = EmbeddedDevice.open(Board.RISCV64, 0, options);
///         LoadedProgram loaded = device.load(program)) {
///     Outcome outcome = loaded.run(Run.of("main").with("x", x));
/// }
/// ```
@NullMarked
package sectile.runtime.embedded;

import org.jspecify.annotations.NullMarked;
