package sectile.dist.model;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import sectile.base.array.NdArray;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;
import sectile.sim.workload.ValueCheck;
import sectile.sim.workload.WrongValue;

/// Compares what every rank has with a reference, and ranks with each other: those of one model must have
/// the same bits.
final class ModelCheck {
    private final Map<Integer, Estimate> references = new HashMap<>();
    private final Map<Integer, NdArray> firsts = new HashMap<>();
    private final ValueCheck values = new ValueCheck();
    private double farthest;

    /// What the ranks of a model must have.
    void expect(int model, Estimate reference) {
        references.put(model, reference);
    }

    /// Every copy that a rank has of a result.
    void compare(int model, int rank, DeviceTensor result) {
        Estimate reference = references.get(model);
        if (reference == null) {
            throw new IllegalStateException("no reference for model " + model);
        }
        for (Shard shard : result.shards()) {
            NdArray found = result.shardToHost(shard);
            NdArray first = firsts.putIfAbsent(model, found);
            ValueCheck.Result where = new ValueCheck.Result(
                    "output", OptionalInt.of(rank), shard.spec().place());
            if (first == null) {
                compare(where, reference, found);
            } else {
                values.compareBits(where, found, first, i -> ValueCheck.position(found.shape(), i));
            }
        }
    }

    private void compare(ValueCheck.Result where, Estimate reference, NdArray found) {
        double[] all = found.toDoubles();
        values.count(reference.size());
        for (int i = 0; i < all.length; i++) {
            int at = i;
            double distance = reference.distance(at, all[at]);
            farthest = Math.max(farthest, distance);
            if (distance > 1) {
                values.wrong(() -> new WrongValue(
                        where.array(),
                        where.rank(),
                        where.place(),
                        ValueCheck.position(found.shape(), at),
                        ValueCheck.text(found, at),
                        "about " + reference.value(at)));
            }
        }
    }

    ValueCheck values() {
        return values;
    }

    /// The largest error as a part of what is allowed.
    double farthest() {
        return farthest;
    }
}
