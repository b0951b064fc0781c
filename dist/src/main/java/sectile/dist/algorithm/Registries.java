package sectile.dist.algorithm;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import sectile.dist.best.Best;
import sectile.dist.ccl.Algorithm;
import sectile.dist.ccl.AlgorithmSettings;
import sectile.dist.ccl.GroupTopology;
import sectile.dist.ccl.Mapper;
import sectile.dist.ccl.Registry;
import sectile.dist.ccl.Validator;

/// What a ccl.yaml can name.
public record Registries(
        Registry<Algorithm> algorithms,
        Registry<GroupTopology> topologies,
        Registry<Mapper> mappers,
        Registry<Validator> validators) {
    /// What comes with the runtime.
    public static Registries builtin() {
        SequencedMap<String, Algorithm> algorithms = new LinkedHashMap<>();
        algorithms.put("intercube", new Intercube());
        algorithms.put("hierarchical", new Hierarchical());
        algorithms.put("ring", new Ring(false));
        algorithms.put("ring_both_ways", new Ring(true));
        algorithms.put("torus", new Torus());
        algorithms.put("halving_doubling", new HalvingDoubling());
        algorithms.put("ring_forward", new RingForward());
        algorithms.put("mesh", new Mesh());
        algorithms.put("tree", new Tree());
        algorithms.put("chain", new Chain());
        algorithms.put("pairwise", new Pairwise());
        algorithms.put("all_at_once", new AllAtOnce());
        algorithms.put("barrier", new Barrier());
        algorithms.put("direct", new Direct());
        algorithms.put("best", new Best());
        algorithms.put("best_lasting", Best.lasting());
        return new Registries(
                new Registry<>("kernel", Algorithm.class, algorithms),
                new Registry<>("topology", GroupTopology.class, GroupTopologies.all()),
                new Registry<>("mapper", Mapper.class, Mappers.all()),
                new Registry<>("validator", Validator.class, Validators.all()));
    }

    /// The mapper of an entry.
    public Mapper mapper(AlgorithmSettings settings) {
        return mappers.find(settings.mapper(), settings.span()).checked(settings);
    }

    /// The same with one more algorithm.
    public Registries with(String name, Algorithm algorithm) {
        return new Registries(algorithms.with(name, algorithm), topologies, mappers, validators);
    }
}
