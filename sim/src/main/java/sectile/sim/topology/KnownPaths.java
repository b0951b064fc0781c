package sectile.sim.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import sectile.sim.component.ComponentKind;

/// Every path a topology file can have, so that a misspelt key or `--set` finds its nearest one. Attributes are
/// not among them: which ones there are depends on the implementation.
final class KnownPaths {
    private static final List<String> PLAIN = List.of(
            "system.sips.count",
            "system.sips.topology",
            "system.sips.join",
            "system.sips.shape",
            "system.sips.pairs",
            "system.sips.shape.w",
            "system.sips.shape.h",
            "system.fabric",
            "system.fabric.chunk_bytes",
            "system.fabric.virtual_channels",
            "system.fabric.request_bytes",
            "system.fabric.control_bytes",
            "system.fabric.entry_bytes",
            "system.fabric.credit_bytes",
            "sip.cube_mesh",
            "sip.cube_mesh.w",
            "sip.cube_mesh.h",
            "sip.cube_mesh.wrap",
            "sip.io_cube",
            "cube.pe_layout",
            "cube.pe_layout.pe_per_corner",
            "cube.pe_layout.corners",
            "cube.memory_map",
            "cube.memory_map.hbm",
            "cube.memory_map.sram",
            "cube.memory_map.tcm",
            "cube.memory_map.tcm_reserved",
            "pe.composite",
            "pe.composite.tile",
            "address",
            "address.rack_bits",
            "address.sip_bits",
            "address.cube_bits",
            "address.local_bits");
    private static final List<String> LINK =
            List.of("", ".bandwidth_gbs", ".latency_ns", ".distance_mm", ".ns_per_mm", ".duplex");
    private static final List<String> COMPONENT = List.of("", ".kind", ".impl", ".attrs");

    private static final List<String> ALL = paths();
    private static final Map<String, Set<String>> KEYS = keys();

    private KnownPaths() {}

    static List<String> all() {
        return ALL;
    }

    private static List<String> paths() {
        List<String> paths = new ArrayList<>(PLAIN);
        for (LinkKind kind : LinkKind.values()) {
            String link = kind.level().text() + ".links." + kind.text();
            LINK.forEach(key -> paths.add(link + key));
        }
        paths.add("system.links.different");
        paths.add("system.links.failed");
        for (ComponentKind kind : ComponentKind.values()) {
            COMPONENT.forEach(key -> paths.add(component(kind) + key));
        }
        paths.add("energy");
        for (String name : EnergyReader.names()) {
            paths.add("energy." + name);
            EnergyReader.keys(name).forEach(key -> paths.add("energy." + name + "." + key));
        }
        paths.add("speeds");
        paths.add("variation");
        paths.add("variation.seed");
        paths.add("variation.draw");
        Variation.varying().forEach(name -> paths.add("variation." + name + ".speed"));
        return List.copyOf(paths);
    }

    private static Map<String, Set<String>> keys() {
        Map<String, Set<String>> keys = new LinkedHashMap<>();
        for (String path : ALL) {
            String parent = "";
            for (String key : path.split("\\.", -1)) {
                keys.computeIfAbsent(parent, _ -> new LinkedHashSet<>()).add(key);
                parent = parent.isEmpty() ? key : parent + "." + key;
            }
        }
        return keys;
    }

    /// The keys that may be directly under a path (`""` for the document); none under a value or `attrs`.
    static List<String> keysUnder(String path) {
        return List.copyOf(KEYS.getOrDefault(path, Set.of()));
    }

    /// The intended path of a key that lacks its beginning (`sips.count`), or of an attribute without its `attrs`.
    static Optional<String> complete(String path) {
        List<String> ending =
                ALL.stream().filter(known -> known.endsWith("." + path)).toList();
        if (ending.size() == 1) {
            return Optional.of(ending.getFirst());
        }
        for (ComponentKind kind : ComponentKind.values()) {
            String component = component(kind) + ".";
            if (path.startsWith(component) && path.indexOf('.', component.length()) < 0) {
                return Optional.of(component + "attrs." + path.substring(component.length()));
            }
        }
        return Optional.empty();
    }

    /// The path a key is under, if there is only one.
    static Optional<String> parent(String key) {
        List<String> parents = KEYS.entrySet().stream()
                .filter(entry -> entry.getValue().contains(key))
                .map(Map.Entry::getKey)
                .toList();
        return parents.size() == 1 && !parents.getFirst().isEmpty()
                ? Optional.of(parents.getFirst())
                : Optional.empty();
    }

    static boolean contains(String path) {
        return ALL.contains(path) || isAttribute(path) || path.matches("energy\\.pe_(gemm|math)\\.pj_per_op\\..*");
    }

    private static boolean isAttribute(String path) {
        for (ComponentKind kind : ComponentKind.values()) {
            if (path.startsWith(component(kind) + ".attrs.")) {
                return true;
            }
        }
        return false;
    }

    private static String component(ComponentKind kind) {
        return kind.level().text() + ".components." + kind.text();
    }
}
