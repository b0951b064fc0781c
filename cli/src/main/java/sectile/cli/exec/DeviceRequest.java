package sectile.cli.exec;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import sectile.sim.topology.Topology;

/// What a device is opened with.
///
/// @param machine for a device that is simulated
/// @param saveTemps where intermediate files of compilations are left
public record DeviceRequest(Supplier<Topology> machine, Optional<Path> saveTemps) {}
