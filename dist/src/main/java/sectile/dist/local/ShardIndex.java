package sectile.dist.local;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.dist.tensor.Shard;
import sectile.sim.Place;

/// The shards of a tensor by PE.
final class ShardIndex {
    private final Map<Place, List<Shard>> byPlace;

    ShardIndex(DeviceTensor tensor) {
        this.byPlace = new HashMap<>(tensor.shards().stream()
                .collect(Collectors.groupingBy(shard -> shard.spec().place())));
    }

    List<Shard> on(Place place) {
        return byPlace.getOrDefault(place, List.of());
    }

    /// The shard of a PE that has all of a certain part.
    Optional<Shard> covering(Place place, Region part) {
        return on(place).stream()
                .filter(shard -> shard.spec().region().contains(part))
                .findFirst();
    }

    /// Where exactly a certain part lies on a PE.
    long address(Place place, Region part) {
        return on(place).stream()
                .filter(shard -> shard.spec().region().equals(part))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(place + " has no part " + part))
                .address();
    }
}
