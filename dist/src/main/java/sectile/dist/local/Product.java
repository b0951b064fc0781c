package sectile.dist.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
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

/// A matrix product of what each PE has: one streamed product where a PE has one pair of parts that fit, a
/// sum of several, or zeros where it has none. Then, if asked for, a row is added and an activation
/// applied.
final class Product {
    static final Kernel KERNEL = ((Kernel) Product::run).named("product").repeatable();

    private Product() {}

    /// The arguments of every PE that has a part of the result.
    static SequencedMap<Place, KernelArgs> plan(
            DeviceTensor a, DeviceTensor b, DeviceTensor out, Optional<DeviceTensor> row, Activation activation) {
        ShardIndex left = new ShardIndex(a);
        ShardIndex right = new ShardIndex(b);
        Optional<ShardIndex> added = row.map(ShardIndex::new);
        SequencedMap<Place, List<Object>> lists = new LinkedHashMap<>();
        for (Shard shard : out.shards()) {
            Place place = shard.spec().place();
            Region region = shard.spec().region();
            List<Object> values = lists.computeIfAbsent(
                    place, p -> new ArrayList<>(List.of(out.dtype().text(), activation.text())));
            Region ofRow = new Region(0, 1, region.column(), region.columns());
            long rowAddress = added.map(index -> index.address(place, ofRow)).orElse(0L);
            values.addAll(List.of(region.rows(), region.columns(), shard.address(), rowAddress));
            List<Object> pairs = new ArrayList<>();
            for (Shard x : left.on(place)) {
                for (Shard y : right.on(place)) {
                    if (fits(x.spec().region(), y.spec().region(), region)) {
                        pairs.addAll(List.of(x.spec().region().columns(), x.address(), y.address()));
                    }
                }
            }
            values.add(pairs.size() / 3L);
            values.addAll(pairs);
        }
        SequencedMap<Place, KernelArgs> args = new LinkedHashMap<>();
        lists.forEach((place, values) -> args.put(place, new KernelArgs(values)));
        return args;
    }

    private static boolean fits(Region x, Region y, Region out) {
        boolean depth = x.column() == y.row() && x.columns() == y.rows();
        boolean rows = x.row() == out.row() && x.rows() == out.rows();
        return depth && rows && y.column() == out.column() && y.columns() == out.columns();
    }

    private static void run(Tl tl, KernelArgs args) {
        DType dtype = DType.parse(args.text(0)).orElseThrow();
        Activation activation = Activation.parse(args.text(1)).orElseThrow();
        int next = 2;
        while (next < args.size()) {
            int m = (int) args.integer(next);
            int n = (int) args.integer(next + 1);
            long out = args.pointer(next + 2);
            long row = args.pointer(next + 3);
            int pairs = (int) args.integer(next + 4);
            next += 5;
            if (pairs < 2) {
                int k = pairs == 0 ? 0 : (int) args.integer(next);
                long a = pairs == 0 ? out : args.pointer(next + 1);
                long b = pairs == 0 ? out : args.pointer(next + 2);
                tl.composite("gemm", tl.ref(a, Shape.of(m, k), dtype), tl.ref(b, Shape.of(k, n), dtype), out);
            } else {
                sum(tl, args, next, pairs, dtype, new Target(m, n, out));
            }
            next += 3 * pairs;
            finish(tl, dtype, new Target(m, n, out), row, activation);
        }
    }

    private record Target(int m, int n, long address) {
        long row(DType dtype, int row) {
            return address + dtype.bytesFor((long) row * n);
        }
    }

    /// The sum of several products, in f32 and rounded once.
    private static void sum(Tl tl, KernelArgs args, int from, int pairs, DType dtype, Target target) {
        RowBlocks.each(target.m, target.n, (row, rows) -> {
            Handle sum = term(tl, args, from, dtype, target, row, rows);
            for (int pair = 1; pair < pairs; pair++) {
                sum = tl.add(sum, term(tl, args, from + 3 * pair, dtype, target, row, rows));
            }
            tl.store(target.row(dtype, row), dtype == DType.F32 ? sum : tl.cast(sum, dtype));
        });
    }

    private static Handle term(Tl tl, KernelArgs args, int at, DType dtype, Target target, int row, int rows) {
        int k = (int) args.integer(at);
        Handle x = tl.load(args.pointer(at + 1) + dtype.bytesFor((long) row * k), Shape.of(rows, k), dtype);
        Handle y = tl.load(args.pointer(at + 2), Shape.of(k, target.n), dtype);
        return tl.dot(x, y, DType.F32);
    }

    private static void finish(Tl tl, DType dtype, Target target, long row, Activation activation) {
        if (row == 0 && activation == Activation.NONE) {
            return;
        }
        RowBlocks.each(target.m, target.n, (start, rows) -> {
            Handle value = wide(tl, tl.load(target.row(dtype, start), Shape.of(rows, target.n), dtype));
            if (row != 0) {
                value = tl.add(value, wide(tl, tl.load(row, Shape.of(1, target.n), dtype)));
            }
            value = activation.apply(tl, value);
            tl.store(target.row(dtype, start), dtype == DType.F32 ? value : tl.cast(value, dtype));
        });
    }

    private static Handle wide(Tl tl, Handle value) {
        return value.dtype() == DType.F32 ? value : tl.cast(value, DType.F32);
    }
}
