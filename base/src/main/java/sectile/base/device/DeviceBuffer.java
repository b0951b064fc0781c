package sectile.base.device;

/// A piece of a device's memory. It is an identity; its address does not change until it is freed.
public final class DeviceBuffer {
    private final DeviceId device;
    private final long address;
    private final long bytes;

    DeviceBuffer(DeviceId device, long address, long bytes) {
        this.device = device;
        this.address = address;
        this.bytes = bytes;
    }

    public DeviceId device() {
        return device;
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        return bytes + " bytes at 0x" + Long.toHexString(address) + " of " + device;
    }
}
