package sectile.base.device;

import java.util.Optional;

/// A device with memory of its own.
public interface AcceleratorDevice extends Device {
    /// The memory of the device.
    DeviceMemory ownMemory();

    @Override
    default Optional<DeviceMemory> memory() {
        return Optional.of(ownMemory());
    }
}
