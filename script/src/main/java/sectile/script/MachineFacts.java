package sectile.script;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// What functions of the host may ask about the machine, by the names of their parameters.
public final class MachineFacts {
    private MachineFacts() {}

    /// The counts of the machine, under each of the names they go by, and how its cubes and SIPs are arranged.
    public static SequencedMap<String, Object> of(Topology machine) {
        SequencedMap<String, Object> facts = new LinkedHashMap<>();
        long sips = machine.sips();
        facts.put("n_sips", sips);
        facts.put("num_sips", sips);
        facts.put("n_cubes", (long) machine.cubes());
        facts.put("cubes_per_sip", (long) machine.cubes());
        facts.put("n_pes", (long) machine.pesPerCube());
        facts.put("pes_per_cube", (long) machine.pesPerCube());
        facts.put("cube_w", (long) machine.cubeMesh().w());
        facts.put("cube_h", (long) machine.cubeMesh().h());
        facts.put("sip_topo_kind", kind(machine));
        facts.put("sip_topology", machine.sipGrid().topology().text());
        facts.put("sip_topo_w", (long) machine.sipGrid().w());
        facts.put("sip_topo_h", (long) machine.sipGrid().h());
        return facts;
    }

    /// The arrangement of SIPs as kernels branch on it: 0 in a ring or a graph, 1 in a rectangle that wraps around, 2
    /// in one that does not.
    private static long kind(Topology machine) {
        return switch (machine.sipGrid().topology()) {
            case RING_1D, GRAPH -> 0;
            case TORUS_2D, MESH_2D -> 1;
            case MESH_2D_NO_WRAP -> 2;
        };
    }

    /// The same for one PE: also `sip`, `cube` and `pe`.
    public static Map<String, Object> of(Topology machine, Place place) {
        Map<String, Object> facts = of(machine);
        facts.put("sip", (long) place.sip());
        facts.put("cube", (long) place.cube());
        facts.put("pe", (long) place.pe());
        return facts;
    }
}
