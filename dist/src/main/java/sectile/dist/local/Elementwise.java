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

/// Operations on rows that lie on one PE: sums and root-mean-square normalisation.
final class Elementwise {
    static final Kernel ADD = ((Kernel) Elementwise::add).named("add").repeatable();
    static final Kernel RMS_NORM =
            ((Kernel) Elementwise::rmsNorm).named("rms_norm").repeatable();

    private Elementwise() {}

    /// Per PE the type, then for each of its parts: rows, columns, the operands and the result. The second
    /// operand may be one row for all.
    static SequencedMap<Place, KernelArgs> plan(DeviceTensor a, DeviceTensor b, DeviceTensor out) {
        ShardIndex left = new ShardIndex(a);
        ShardIndex right = new ShardIndex(b);
        boolean row = b.shape().dim(0) == 1 && a.shape().dim(0) != 1;
        SequencedMap<Place, List<Object>> lists = new LinkedHashMap<>();
        for (Shard shard : out.shards()) {
            Place place = shard.spec().place();
            Region region = shard.spec().region();
            Region ofRow = new Region(0, 1, region.column(), region.columns());
            lists.computeIfAbsent(
                            place, p -> new ArrayList<>(List.of(out.dtype().text())))
                    .addAll(List.of(
                            region.rows(),
                            region.columns(),
                            left.address(place, region),
                            right.address(place, row ? ofRow : region),
                            row ? 1L : region.rows(),
                            shard.address()));
        }
        SequencedMap<Place, KernelArgs> args = new LinkedHashMap<>();
        lists.forEach((place, values) -> args.put(place, new KernelArgs(values)));
        return args;
    }

    private static void add(Tl tl, KernelArgs args) {
        each(tl, args, (a, b) -> tl.add(a, b));
    }

    private static void rmsNorm(Tl tl, KernelArgs args) {
        each(tl, args, (x, gain) -> {
            long columns = x.shape().dim(1);
            // A product with ones sums rows and keeps the axis, so that the result can divide them.
            Handle ones = tl.full(Shape.of(columns, 1), DType.F32, 1.0 / columns);
            Handle meanSquare = tl.dot(tl.mul(x, x), ones, DType.F32);
            return tl.mul(tl.div(x, tl.sqrt(tl.add(meanSquare, LocalOps.NORM_EPSILON))), gain);
        });
    }

    private interface Operation {
        Handle apply(Handle a, Handle b);
    }

    private static void each(Tl tl, KernelArgs args, Operation operation) {
        DType dtype = DType.parse(args.text(0)).orElseThrow();
        for (int i = 1; i < args.size(); i += 6) {
            int columns = (int) args.integer(i + 1);
            long a = args.pointer(i + 2);
            long b = args.pointer(i + 3);
            boolean row = args.integer(i + 4) == 1;
            long out = args.pointer(i + 5);
            RowBlocks.each((int) args.integer(i), columns, (start, rows) -> {
                long offset = dtype.bytesFor((long) start * columns);
                Handle left = wide(tl, tl.load(a + offset, Shape.of(rows, columns), dtype));
                Handle right = wide(tl, tl.load(row ? b : b + offset, Shape.of(row ? 1 : rows, columns), dtype));
                Handle value = operation.apply(left, right);
                tl.store(out + offset, dtype == value.dtype() ? value : tl.cast(value, dtype));
            });
        }
    }

    /// Narrow floats are computed with in f32; integers stay what they are.
    private static Handle wide(Tl tl, Handle value) {
        boolean narrow = value.dtype().isFloat() && value.dtype().bits() < 32;
        return narrow ? tl.cast(value, DType.F32) : value;
    }
}
