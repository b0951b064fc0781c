package sectile.runtime.host;

import sectile.runtime.device.MemoryConformance;
import sectile.runtime.device.ProgramDevice;

/// The CPU of this machine, several times.
class HostDeviceTest extends MemoryConformance {
    private static final long MEMORY = 1 << 26;

    @Override
    protected ProgramDevice open(int index) {
        Hosts.open(index).close();
        return HostDevice.open(index, Hosts.options().withMemory(MEMORY));
    }
}
