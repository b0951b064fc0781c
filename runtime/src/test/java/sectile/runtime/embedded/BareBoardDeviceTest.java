package sectile.runtime.embedded;

import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;

/// An emulated board without an operating system.
class BareBoardDeviceTest extends DeviceConformance {
    @Override
    protected ProgramDevice open(int index) {
        EmbeddedExamplesTest.open(Board.RISCV64_BARE).close();
        return EmbeddedDevice.open(Board.RISCV64_BARE, index, Hosts.options());
    }

    @Override
    protected int many() {
        return 8;
    }
}
