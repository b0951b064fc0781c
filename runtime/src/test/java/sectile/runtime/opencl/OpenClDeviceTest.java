package sectile.runtime.opencl;

import sectile.runtime.device.Device;
import sectile.runtime.device.MemoryConformance;

/// OpenCL devices.
class OpenClDeviceTest extends MemoryConformance {
    @Override
    protected Device open(int index) {
        return OpenCls.open(index);
    }
}
