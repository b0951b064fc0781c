package sectile.runtime.mpi;

import sectile.runtime.device.DeviceConformance;
import sectile.runtime.device.ProgramDevice;
import sectile.runtime.host.Hosts;

/// Ranks as processes, which have no memory for arrays.
class MpiDeviceTest extends DeviceConformance {
    @Override
    protected ProgramDevice open(int index) {
        MpiExamplesTest.open(Hosts.options()).close();
        return MpiDevice.open(index, Hosts.options(), false);
    }

    @Override
    protected int many() {
        return 8;
    }
}
