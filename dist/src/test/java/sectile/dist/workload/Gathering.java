package sectile.dist.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import sectile.base.array.Shape;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.Collective;
import sectile.dist.ccl.CollectiveArgs;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Team;
import sectile.sim.Place;
import sectile.sim.ipcq.Wiring;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.Tl;

/// A collective that gives every participant the arrays of its partners on all ranks, and leaves the rest to others
/// else.
record Gathering(Collective collective, Rest rest) implements Algorithm {
    /// What is done with the arrays.
    interface Rest {
        /// Makes the result.
        ///
        /// @param arrays by rank
        void run(Tl tl, CollectiveArgs args, Handle[] arrays);
    }

    @Override
    public Set<Collective> collectives() {
        return Set.of(collective);
    }

    @Override
    public Kernel kernel() {
        return (tl, arguments) -> {
            CollectiveArgs args = CollectiveArgs.of(arguments);
            Shape shape = Shape.of(args.elements());
            Handle[] arrays = new Handle[args.world()];
            Handle passing = tl.load(args.pointer(), shape, args.dtype());
            arrays[args.rank()] = passing;
            for (int round = 1; round < args.world(); round++) {
                tl.send("E", passing);
                passing = tl.take("W", shape, args.dtype());
                arrays[Math.floorMod(args.rank() - round, args.world())] = passing;
            }
            rest.run(tl, args, arrays);
        };
    }

    /// A ring of ranks, and `other` between each two cubes of a SIP.
    @Override
    public Wiring wiring(Team team, Mapper mapper, AlgorithmSettings settings) {
        List<Place> places = new ArrayList<>();
        for (int rank = 0; rank < team.size(); rank++) {
            places.addAll(mapper.places(team.machine(), team.sip(rank)));
        }
        return Wiring.of(places, place -> {
            SequencedMap<String, Place> directions = new LinkedHashMap<>();
            int next = (place.sip() + 1) % team.size();
            int last = Math.floorMod(place.sip() - 1, team.size());
            directions.put("E", new Place(next, place.cube(), place.pe()));
            directions.put("W", new Place(last, place.cube(), place.pe()));
            directions.put("other", new Place(place.sip(), place.cube() ^ 1, place.pe()));
            return directions;
        });
    }
}
