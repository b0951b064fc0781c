package sectile.runtime.opencl;

import sectile.runtime.device.Device;
import sectile.runtime.device.DeviceConformance;

/// OpenCL devices.
class OpenClDeviceTest extends DeviceConformance {
    @Override
    protected Device open(int index) {
        return OpenCls.open(index);
    }
}
