package sectile.runtime.embedded;

import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;

/// An emulated processor of Arm.
class Aarch64DeviceTest extends DeviceConformance {
    @Override
    protected ProgramDevice open(int index) {
        EmbeddedExamplesTest.open(Board.AARCH64).close();
        return EmbeddedDevice.open(Board.AARCH64, index, Hosts.options());
    }

    @Override
    protected int many() {
        return 8;
    }
}
