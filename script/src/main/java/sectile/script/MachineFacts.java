package sectile.script;

import java.util.LinkedHashMap;
import java.util.Map;
import sectile.sim.Place;
import sectile.sim.topology.Topology;

/// What functions of the host may ask about the machine, by the names of their parameters.
public final class MachineFacts {
    private MachineFacts() {}

    /// `n_sips`, `n_cubes` of a SIP, `n_pes` of a cube, and `cube_w` × `cube_h`, which the cubes of a SIP form.
    public static Map<String, Object> of(Topology machine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("n_sips", (long) machine.sips());
        facts.put("n_cubes", (long) machine.cubes());
        facts.put("n_pes", (long) machine.pesPerCube());
        facts.put("cube_w", (long) machine.cubeMesh().w());
        facts.put("cube_h", (long) machine.cubeMesh().h());
        return facts;
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
