package sectile.dist.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Region;
import sectile.dist.tensor.Shard;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Tl;

/// `softmax(q · kᵀ / √d) · v`, one head per shard, all positions of a sequence looking at all of it.
final class Attention {
    static final Kernel KERNEL = ((Kernel) Attention::run).named("attention").repeatable();

    private Attention() {}

    static SequencedMap<Place, KernelArgs> plan(
            DeviceTensor q, DeviceTensor k, DeviceTensor v, long sequence, DeviceTensor out) {
        ShardIndex queries = new ShardIndex(q);
        ShardIndex keys = new ShardIndex(k);
        ShardIndex values = new ShardIndex(v);
        SequencedMap<Place, List<Object>> lists = new LinkedHashMap<>();
        for (Shard shard : out.shards()) {
            Place place = shard.spec().place();
            Region head = shard.spec().region();
            lists.computeIfAbsent(
                            place, p -> new ArrayList<>(List.of(out.dtype().text(), sequence)))
                    .addAll(List.of(
                            head.rows(),
                            head.columns(),
                            queries.address(place, head),
                            keys.address(place, head),
                            values.address(place, head),
                            shard.address()));
        }
        SequencedMap<Place, KernelArgs> args = new LinkedHashMap<>();
        lists.forEach((place, list) -> args.put(place, new KernelArgs(list)));
        return args;
    }

    private static void run(Tl tl, KernelArgs args) {
        DType dtype = DType.parse(args.text(0)).orElseThrow();
        int sequence = (int) args.integer(1);
        for (int i = 2; i < args.size(); i += 6) {
            int tokens = (int) args.integer(i);
            int width = (int) args.integer(i + 1);
            for (int start = 0; start < tokens; start += sequence) {
                long offset = dtype.bytesFor((long) start * width);
                one(
                        tl,
                        dtype,
                        Shape.of(sequence, width),
                        args.pointer(i + 2) + offset,
                        args.pointer(i + 3) + offset,
                        args.pointer(i + 4) + offset,
                        args.pointer(i + 5) + offset);
            }
        }
    }

    private static void one(Tl tl, DType dtype, Shape shape, long q, long k, long v, long out) {
        int tokens = (int) shape.dim(0);
        int width = (int) shape.dim(1);
        Handle keys = tl.transpose(tl.load(k, shape, dtype));
        Handle values = tl.load(v, shape, dtype);
        RowBlocks.each(tokens, Math.max(tokens, width), (row, rows) -> {
            long offset = dtype.bytesFor((long) row * width);
            Handle scores = tl.dot(tl.load(q + offset, Shape.of(rows, width), dtype), keys, DType.F32);
            Handle weights = tl.softmax(tl.mul(scores, 1 / Math.sqrt(width)), 1);
            Handle narrow = dtype == DType.F32 ? weights : tl.cast(weights, dtype);
            tl.store(out + offset, tl.dot(narrow, values, dtype));
        });
    }
}
