/// # Devices
///
/// A [ProgramDevice] runs tile programs. It is an object: several devices of one class exist side by side, each has a
/// id, and the owner closes it. What it can hold is a [memory][sectile.base.device.DeviceMemory]; what it can run is a
/// [LoadedProgram].
///
/// ```java
/// try (Machine machine = Machine.open(topology);
///         ProgramDevice device = SimulatedDevice.of(machine, 0)) {
///     DeviceMemory memory = device.memory().orElseThrow();
///     DeviceBuffer buffer = memory.allocate(4096);
///     memory.copyTo(buffer, 0, MemorySegment.ofArray(bytes));
///     try (LoadedProgram loaded = device.load(program)) {
///         Outcome outcome = loaded.run(Run.of("main").with("x", x));
///     }
/// }
/// ```
///
/// What a device and its memory are is in [sectile.base.device]. `DeviceConformance` in the tests is the suite that
/// every class passes.
@NullMarked
package sectile.runtime.device;

import org.jspecify.annotations.NullMarked;
