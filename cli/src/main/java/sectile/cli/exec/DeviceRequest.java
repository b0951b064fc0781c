package sectile.cli.exec;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import sectile.sim.topology.Topology;

/// What a device is opened with.
///
/// @param machine for a device that is simulated
/// @param saveTemps where intermediate files of compilations are left
/// @param hostBuffers whether a device without memory for arrays may use buffers of the host instead
public record DeviceRequest(Supplier<Topology> machine, Optional<Path> saveTemps, boolean hostBuffers) {
    /// A request for a device that keeps no files and holds its arrays itself.
    public static DeviceRequest of(Supplier<Topology> machine) {
        return new DeviceRequest(machine, Optional.empty(), false);
    }
}
