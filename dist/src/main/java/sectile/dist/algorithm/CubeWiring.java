package sectile.dist.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.Direction;

/// One PE per cube: N, E, S and W lead to the neighbouring cubes, `global_…` to the same cube of neighbouring
/// ranks, so that any cube can be the root.
final class CubeWiring {
    private CubeWiring() {}

    /// @param rowLength how many ranks are in a row
    static Wiring of(Team team, Mapper mapper, int rowLength, boolean wraps) {
        SequencedMap<Place, SequencedMap<String, Place>> all = new LinkedHashMap<>();
        for (int rank = 0; rank < team.size(); rank++) {
            List<Place> own = mapper.places(team.machine(), team.sip(rank));
            for (int i = 0; i < own.size(); i++) {
                Place place = own.get(i);
                SequencedMap<String, Place> directions = new LinkedHashMap<>();
                for (Direction direction : Direction.values()) {
                    team.machine().cubeMesh().neighbour(place.cube(), direction).ifPresent(cube -> {
                        Place peer = new Place(place.sip(), cube, place.pe());
                        if (own.contains(peer)) {
                            directions.put(direction.name(), peer);
                        }
                    });
                }
                int position = i;
                RankGrid grid = new RankGrid(team.size(), rowLength, wraps);
                grid.neighbours(rank)
                        .forEach((direction, other) -> directions.put(
                                "global_" + direction,
                                mapper.places(team.machine(), team.sip(other)).get(position)));
                all.put(place, directions);
            }
        }
        return Wiring.of(new ArrayList<>(all.keySet()), place -> all.getOrDefault(place, new LinkedHashMap<>()));
    }
}
