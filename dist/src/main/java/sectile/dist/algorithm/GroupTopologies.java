package sectile.dist.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.IntFunction;
import sectile.dist.ccl.GroupTopology;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.topology.SipGrid;

/// The built-in topologies.
final class GroupTopologies {
    private GroupTopologies() {}

    static SequencedMap<String, GroupTopology> all() {
        SequencedMap<String, GroupTopology> all = new LinkedHashMap<>();
        all.put("ring_1d", GroupTopologies::ring);
        // The same neighbours; the name says that an algorithm sends E only.
        all.put("ring_1d_unidir", GroupTopologies::ring);
        all.put("mesh_2d", (team, mapper) -> grid("mesh_2d", team, mapper, true));
        all.put("torus_2d", (team, mapper) -> grid("torus_2d", team, mapper, true));
        all.put("mesh_2d_no_wrap", (team, mapper) -> grid("mesh_2d_no_wrap", team, mapper, false));
        all.put("tree_binary", GroupTopologies::tree);
        all.put("hypercube", GroupTopologies::hypercube);
        all.put("all_pairs", new AllPairs());
        all.put("hierarchical_3level", GroupTopologies::hierarchical);
        all.put("cube_mesh", GroupTopologies::cubes);
        return all;
    }

    private static Wiring ring(Team team, Mapper mapper) {
        RankGrid row = new RankGrid(team.size(), team.size(), true);
        return ofRanks(team, mapper, row::neighbours);
    }

    private static Wiring grid(String name, Team team, Mapper mapper, boolean wraps) {
        RankGrid grid = new RankGrid(team.size(), team.rowLength("topology `" + name + "`"), wraps);
        return ofRanks(team, mapper, grid::neighbours);
    }

    private static Wiring tree(Team team, Mapper mapper) {
        return ofRanks(team, mapper, rank -> {
            SequencedMap<String, Integer> directions = new LinkedHashMap<>();
            if (rank > 0) {
                directions.put("parent", (rank - 1) / 2);
            }
            if (2 * rank + 1 < team.size()) {
                directions.put("child_left", 2 * rank + 1);
            }
            if (2 * rank + 2 < team.size()) {
                directions.put("child_right", 2 * rank + 2);
            }
            return directions;
        });
    }

    private static Wiring hypercube(Team team, Mapper mapper) {
        return ofRanks(team, mapper, rank -> new Hypercube(team.size()).neighbours(rank));
    }

    /// A queue between any two ranks.
    private static final class AllPairs implements GroupTopology {
        @Override
        public Wiring wire(Team team, Mapper mapper) {
            return ofRanks(team, mapper, rank -> {
                SequencedMap<String, Integer> directions = new LinkedHashMap<>();
                for (int other = 0; other < team.size(); other++) {
                    if (other != rank) {
                        directions.put(pair(other), other);
                    }
                }
                return directions;
            });
        }

        @Override
        public int directions(Team team) {
            return team.size() - 1;
        }
    }

    /// The direction to a rank in `all_pairs`.
    static String pair(int rank) {
        return "rank" + rank;
    }

    /// N, E, S and W lead to the same PE of the neighbouring cubes, `global_…` to the same PE of the neighbouring SIPs,
    /// as the machine's own SIPs are arranged; in a ring of ranks if these are not all SIPs.
    private static Wiring cubes(Team team, Mapper mapper) {
        SipGrid grid = team.machine().sipGrid();
        boolean all = team.size() == team.machine().sips() && grid.topology().twoDimensional();
        int rowLength = all ? grid.w() : team.size();
        boolean wraps = !all || grid.topology().wraps();
        return CubeWiring.of(team, mapper, rowLength, wraps);
    }

    /// The PEs of a cube in a ring (E, W), their PE 0 in a ring of cubes (S, N), and the PE 0 of each cube 0 in
    /// a ring of ranks (`global_E`, `global_W`).
    private static Wiring hierarchical(Team team, Mapper mapper) {
        List<Place> all = new ArrayList<>();
        SequencedMap<Integer, Integer> ranks = new LinkedHashMap<>();
        for (int rank = 0; rank < team.size(); rank++) {
            all.addAll(mapper.places(team.machine(), team.sip(rank)));
            ranks.put(team.sip(rank), rank);
        }
        int pes = team.machine().pesPerCube();
        int cubes = team.machine().cubes();
        return Wiring.of(all, place -> {
            SequencedMap<String, Place> directions = new LinkedHashMap<>();
            int sip = place.sip();
            int cube = place.cube();
            int rank = ranks.getOrDefault(sip, 0);
            if (pes > 1) {
                directions.put("E", new Place(sip, cube, (place.pe() + 1) % pes));
                directions.put("W", new Place(sip, cube, Math.floorMod(place.pe() - 1, pes)));
            }
            if (cubes > 1 && place.pe() == 0) {
                directions.put("S", new Place(sip, (cube + 1) % cubes, 0));
                directions.put("N", new Place(sip, Math.floorMod(cube - 1, cubes), 0));
            }
            if (team.size() > 1 && place.pe() == 0 && cube == 0) {
                directions.put("global_E", new Place(team.sip((rank + 1) % team.size()), 0, 0));
                directions.put("global_W", new Place(team.sip(Math.floorMod(rank - 1, team.size())), 0, 0));
            }
            return directions;
        });
    }

    /// Joins the n-th participant of each rank with the n-th of its neighbours.
    private static Wiring ofRanks(Team team, Mapper mapper, IntFunction<SequencedMap<String, Integer>> neighbours) {
        SequencedMap<Place, SequencedMap<String, Place>> all = new LinkedHashMap<>();
        List<List<Place>> places = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            places.add(mapper.places(team.machine(), team.sip(rank)));
        }
        for (int rank = 0; rank < team.size(); rank++) {
            SequencedMap<String, Integer> ofRank = neighbours.apply(rank);
            for (int i = 0; i < places.get(rank).size(); i++) {
                SequencedMap<String, Place> directions = LinkedHashMap.newLinkedHashMap(ofRank.size());
                int position = i;
                ofRank.forEach((direction, other) ->
                        directions.put(direction, places.get(other).get(position)));
                all.put(places.get(rank).get(i), directions);
            }
        }
        return Wiring.of(new ArrayList<>(all.keySet()), place -> all.getOrDefault(place, new LinkedHashMap<>()));
    }
}
