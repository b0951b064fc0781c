package sectile.base.device;

/// The name of a device, like `sip:2`: what kind of device it is, and which one.
public record DeviceId(String family, int index) {
    public DeviceId {
        if (family.isEmpty() || index < 0) {
            throw new IllegalArgumentException("a device is a family and an index, found " + family + ":" + index);
        }
    }

    @Override
    public String toString() {
        return family + ":" + index;
    }
}
