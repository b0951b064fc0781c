package sectile.runtime.host;

import sectile.runtime.device.FusedConformance;
import sectile.runtime.device.ProgramDevice;

/// Ops that share a loop in C.
class FusedLoopsTest extends FusedConformance {
    @Override
    protected ProgramDevice open() {
        return Hosts.open(0);
    }
}
