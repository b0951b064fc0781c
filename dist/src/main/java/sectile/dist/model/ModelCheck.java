package sectile.dist.model;

import java.util.HashMap;
import java.util.Map;
import sectile.base.array.NdArray;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Shard;

/// Compares what every rank has with a reference, and ranks with each other: those of one model must have
/// the same bits.
final class ModelCheck {
    private final Map<Integer, Estimate> references = new HashMap<>();
    private final Map<Integer, NdArray> firsts = new HashMap<>();
    private long checked;
    private long wrong;
    private double farthest;

    /// What the ranks of a model must have.
    void expect(int model, Estimate reference) {
        references.put(model, reference);
    }

    /// Every copy that a rank has of a result.
    void compare(int model, DeviceTensor result) {
        Estimate reference = references.get(model);
        if (reference == null) {
            throw new IllegalStateException("no reference for model " + model);
        }
        for (Shard shard : result.shards()) {
            NdArray found = result.shardToHost(shard);
            NdArray first = firsts.putIfAbsent(model, found);
            checked += reference.size();
            wrong += first == null ? far(reference, found) : differing(found, first);
        }
    }

    private static long differing(NdArray found, NdArray first) {
        long count = 0;
        for (long i = 0; i < found.elements(); i++) {
            count += found.bitsAt(i) == first.bitsAt(i) ? 0 : 1;
        }
        return count;
    }

    private long far(Estimate reference, NdArray found) {
        double[] values = found.toDoubles();
        long count = 0;
        for (int i = 0; i < values.length; i++) {
            double distance = reference.distance(i, values[i]);
            farthest = Math.max(farthest, distance);
            count += distance > 1 ? 1 : 0;
        }
        return count;
    }

    long checked() {
        return checked;
    }

    long wrong() {
        return wrong;
    }

    /// The largest error as a part of what is allowed.
    double farthest() {
        return farthest;
    }
}
