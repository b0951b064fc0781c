package sectile.dist.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;
import sectile.dist.tensor.Tensors;
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

    /// Tensors of the same shapes, made elsewhere.
    Operands like(Tensors tensors) {
        Optional<DeviceTensor> from = input.map(tensor -> like(tensors, tensor));
        boolean inPlace = input.equals(output);
        return new Operands(from, inPlace ? from : output.map(tensor -> like(tensors, tensor)));
    }

    private static DeviceTensor like(Tensors tensors, DeviceTensor tensor) {
        return tensors.empty(tensor.shape(), tensor.dtype(), tensor.layout());
    }

    List<DeviceTensor> all() {
        List<DeviceTensor> all = new ArrayList<>(2);
        input.ifPresent(all::add);
        output.filter(tensor -> !all.contains(tensor)).ifPresent(all::add);
        return all;
    }

    /// The input's PEs, each as its number in the SIP and its elements.
    List<Long> spread() {
        return input.map(Operands::spread).orElse(List.of());
    }

    private static List<Long> spread(DeviceTensor tensor) {
        List<Long> spread = new ArrayList<>();
        for (Shard shard : tensor.shards()) {
            spread.add((long) shard.spec().cube() << 32 | shard.spec().pe());
            spread.add(shard.spec().region().elements());
        }
        return spread;
    }

    /// What is wrong with the output's spread if the input's is right: every PE must have the same part of both.
    Optional<String> mismatch() {
        if (input.isEmpty() || output.isEmpty()) {
            return Optional.empty();
        }
        DeviceTensor from = input.get();
        DeviceTensor to = output.get();
        for (Shard shard : from.shards()) {
            long here = shard.spec().region().elements();
            Place place = shard.spec().place();
            long there = to.shardOn(place)
                    .map(other -> other.spec().region().elements())
                    .orElse(0L);
            if (here * to.shape().elements() != there * from.shape().elements()) {
                return Optional.of(place + " has " + here + " elements of the input and " + there + " of the output");
            }
        }
        return Optional.empty();
    }

    /// The PEs that have something to do.
    List<Place> places(List<Place> participants) {
        return input.isEmpty()
                ? participants
                : participants.stream()
                        .filter(place -> input.get().shardOn(place).isPresent())
                        .toList();
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
