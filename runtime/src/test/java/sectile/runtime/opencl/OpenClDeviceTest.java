package sectile.runtime.opencl;

import sectile.runtime.device.MemoryConformance;
import sectile.runtime.device.ProgramDevice;

/// OpenCL devices.
class OpenClDeviceTest extends MemoryConformance {
    @Override
    protected ProgramDevice open(int index) {
        return OpenCls.open(index);
    }
}
