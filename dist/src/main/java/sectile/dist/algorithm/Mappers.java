package sectile.dist.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.dist.ccl.Mapper;
import sectile.sim.Place;

/// The built-in mappers.
final class Mappers {
    private Mappers() {}

    static SequencedMap<String, Mapper> all() {
        SequencedMap<String, Mapper> all = new LinkedHashMap<>();
        all.put("leader_only", (machine, sip) -> List.of(new Place(sip, 0, 0)));
        all.put("cube_leaders", (machine, sip) -> grid(sip, machine.cubes(), 1));
        all.put("all_pes", (machine, sip) -> grid(sip, machine.cubes(), machine.pesPerCube()));
        return all;
    }

    private static List<Place> grid(int sip, int cubes, int pes) {
        List<Place> places = new ArrayList<>(cubes * pes);
        for (int cube = 0; cube < cubes; cube++) {
            for (int pe = 0; pe < pes; pe++) {
                places.add(new Place(sip, cube, pe));
            }
        }
        return List.copyOf(places);
    }
}
