package sectile.dist.group;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;
import sectile.sim.Place;

/// The tensors of one rank in a collective: none in a barrier, one or two else.
///
/// @param output the same as the input for collectives in place
record Operands(Optional<DeviceTensor> input, Optional<DeviceTensor> output) {
    static Operands none() {
        return new Operands(Optional.empty(), Optional.empty());
    }

    static Operands inPlace(DeviceTensor tensor) {
        return new Operands(Optional.of(tensor), Optional.of(tensor));
    }

    static Operands of(DeviceTensor input, DeviceTensor output) {
        return new Operands(Optional.of(input), Optional.of(output));
    }

    List<DeviceTensor> all() {
        return Stream.concat(input.stream(), output.stream()).distinct().toList();
    }

    long inputAddress(Place place) {
        return input.map(tensor -> shard(tensor, place).address()).orElse(0L);
    }

    long inputElements(Place place) {
        return input.map(tensor -> shard(tensor, place).spec().region().elements())
                .orElse(0L);
    }

    long outputAddress(Place place) {
        return output.map(tensor -> shard(tensor, place).address()).orElse(0L);
    }

    private static Shard shard(DeviceTensor tensor, Place place) {
        return tensor.shardOn(place).orElseThrow(() -> new IllegalStateException("no shard on " + place));
    }
}
