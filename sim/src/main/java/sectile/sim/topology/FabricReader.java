package sectile.sim.topology;

import java.util.Optional;
import sectile.base.diag.Diagnostics;
import sectile.base.yaml.MapReader;
import sectile.base.yaml.YamlType;

/// Reads `system.fabric`.
final class FabricReader {
    private final Diagnostics problems;

    FabricReader(Diagnostics problems) {
        this.problems = problems;
    }

    Optional<FabricSpec> read(MapReader system) {
        int errors = problems.errorCount();
        Optional<MapReader> found = system.map("fabric").required();
        if (found.isEmpty()) {
            return Optional.empty();
        }
        MapReader fabric = found.get();
        long chunk = fabric.read("chunk_bytes", chunk()).required(1L);
        int channels = fabric.read(
                        "virtual_channels",
                        Counts.between(
                                1, FabricSpec.MAX_VIRTUAL_CHANNELS, TopologyCode.VIRTUAL_CHANNELS, "virtual channels"))
                .required(1);
        long request = message(fabric, "request_bytes");
        long control = message(fabric, "control_bytes");
        long entry = message(fabric, "entry_bytes");
        long credit = message(fabric, "credit_bytes");
        return problems.errorCount() > errors
                ? Optional.empty()
                : Optional.of(new FabricSpec(chunk, channels, request, control, entry, credit));
    }

    private static YamlType<Long> chunk() {
        return (node, into) -> {
            Optional<Long> bytes = QuantityTypes.size().read(node, into);
            if (bytes.isPresent() && bytes.get() < 1) {
                TopologyCode.CHUNK_BYTES.report(
                        into, node.span(), "a chunk of " + bytes.get() + " bytes moves nothing", "use at least 1");
                return Optional.empty();
            }
            return bytes;
        };
    }

    /// A message is one packet, so its size is an int.
    private static long message(MapReader fabric, String key) {
        return fabric.read(key, Counts.atLeast(0, TopologyCode.MESSAGE_BYTES, "bytes"))
                .required(0);
    }
}
