package sectile.base.device;

import java.util.Optional;

/// Something that holds arrays or runs code beside the host program, or the host's own processor. Its owner closes it.
/// Not for use by several threads at once.
public interface Device extends AutoCloseable {
    DeviceId id();

    /// The architecture that its code is made for, like `x86_64`.
    String architecture();

    /// One line for people: what the device is and what is special about it.
    String description();

    /// Memory in which arrays can be kept between runs; absent if the device has none that the host can reach.
    Optional<DeviceMemory> memory();

    /// Frees all that was allocated and unloads all that was loaded. A second call has no effect; every other use
    /// after it is an [IllegalStateException].
    @Override
    void close();
}
