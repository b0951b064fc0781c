/// # Devices and their memory
///
/// A [Device] has a [DeviceId] and, mostly, a [DeviceMemory] from which [DeviceBuffer]s are allocated. Several devices
/// of one class exist side by side, and none is found by a global name: the code that opens one passes it on.
///
/// The simulated machine's `Sip` is a device, and tensors and ranks of `dist` lie on it; the `runtime` module adds
/// devices that run tile programs.
///
/// [TrackedMemory] keeps the rules that all memories share: bounds, double free, use after close, out of memory. A
/// device class adds the transfers. `MemoryConformance` in the tests of `runtime` is the suite that every memory
/// passes.
@NullMarked
package sectile.base.device;

import org.jspecify.annotations.NullMarked;
