package sectile.dist.algorithm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.dist.ccl.Validator;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.dist.tensor.Shard;
import sectile.sim.Place;

/// The built-in validators.
final class Validators {
    private Validators() {}

    static SequencedMap<String, Validator> all() {
        SequencedMap<String, Validator> all = new LinkedHashMap<>();
        all.put("single_shard_per_rank", Validators::single);
        all.put("shard_per_cube", (tensor, participants) -> equalShards(tensor, participants, "PE 0 of every cube"));
        all.put("multi_pe_sip_local", (tensor, participants) -> equalShards(tensor, participants, "every PE"));
        all.put("own_shards", (tensor, participants) -> ownShards(tensor));
        all.put("own_columns", Validators::ownColumns);
        return all;
    }

    private static Optional<String> ownShards(DeviceTensor tensor) {
        long places = tensor.shards().stream()
                .map(shard -> shard.spec().place())
                .distinct()
                .count();
        return places == tensor.shards().size()
                ? Optional.empty()
                : Optional.of("needs at most one shard on a PE, but the tensor has "
                        + tensor.shards().size() + " on " + places + " PEs");
    }

    /// Whole columns: then the rows of several ranks, one after the other, are the rows of a larger tensor.
    private static Optional<String> ownColumns(DeviceTensor tensor, List<Place> participants) {
        if (tensor.shards().size() == 1) {
            return Optional.empty();
        }
        long columns = tensor.shape().dim(tensor.shape().rank() - 1);
        long rows = tensor.shape().elements() / columns;
        for (Shard shard : tensor.shards()) {
            Region region = shard.spec().region();
            if (region.rows() != rows) {
                return Optional.of("needs all rows on every PE, but "
                        + shard.spec().place() + " has " + region.rows() + " of " + rows);
            }
        }
        return ownShards(tensor);
    }

    private static Optional<String> single(DeviceTensor tensor, List<Place> participants) {
        List<Shard> shards = tensor.shards();
        if (shards.size() == 1 && shards.getFirst().spec().place().equals(participants.getFirst())) {
            return Optional.empty();
        }
        return Optional.of("needs the whole tensor on " + participants.getFirst() + ", but it has " + shards.size()
                + " shards, the first on " + shards.getFirst().spec().place());
    }

    private static Optional<String> equalShards(DeviceTensor tensor, List<Place> participants, String who) {
        List<Shard> shards = tensor.shards();
        List<Place> places = shards.stream().map(shard -> shard.spec().place()).toList();
        if (!places.equals(participants)) {
            return Optional.of("needs one shard on " + who + " (" + participants.size()
                    + " shards), but the tensor has " + shards.size() + ", the first on " + places.getFirst());
        }
        long bytes = shards.getFirst().spec().nbytes();
        for (Shard shard : shards) {
            if (shard.spec().nbytes() != bytes) {
                return Optional.of("needs shards of equal size, but " + places.getFirst() + " has " + bytes
                        + " bytes and " + shard.spec().place() + " has "
                        + shard.spec().nbytes());
            }
        }
        return Optional.empty();
    }
}
