package sectile.runtime.host;

import sectile.runtime.device.Device;
import sectile.runtime.device.DeviceConformance;

/// The CPU of this machine, several times.
class HostDeviceTest extends DeviceConformance {
    @Override
    protected Device open(int index) {
        return Hosts.open(index);
    }
}
