package sectile.compiler.tiling;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sectile.compiler.target.Target;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.MemorySpace;

/// The tiles of a matrix product: m × k and k × n of the factors, m × n of the result. The factors of the
/// next step are loaded while the current ones are multiplied; with the first ones, three of each are in
/// memory.
public record MatmulTiles(long m, long n, long k) {
    /// Accumulators have four bytes.
    private static final long ACCUMULATOR = 4;
    /// The bits of the elements that a cost's `macs` counts.
    private static final double MAC_BITS = 16;

    /// The tiles of the lowest cost among those that fit into the memories of a target; empty if none fit.
    ///
    /// The cost depends on how many tiles an extent is cut into and not on where, and it grows with every
    /// count. So for each number of tiles only the smallest tile of that number is tried.
    public static Optional<MatmulTiles> best(MatmulShape shape, Target target) {
        List<Long> rows = sizes(shape.m(), target.fractal().m());
        List<Long> columns = sizes(shape.n(), target.fractal().n());
        List<Long> inner = sizes(shape.k(), target.fractal().k(shape.input()));
        MatmulTiles best = null;
        double lowest = Double.POSITIVE_INFINITY;
        for (long m : rows) {
            for (long n : columns) {
                for (long k : inner) {
                    var tiles = new MatmulTiles(m, n, k);
                    if (!tiles.fit(shape, target)) {
                        continue;
                    }
                    double cost = tiles.cost(shape, target);
                    if (cost < lowest) {
                        lowest = cost;
                        best = tiles;
                    }
                    break; // a smaller tile of the inner extent only adds steps
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /// For each number of tiles that an extent can be cut into, the smallest tile in units, largest first.
    private static List<Long> sizes(long extent, long unit) {
        var sizes = new ArrayList<Long>();
        long units = (extent + unit - 1) / unit;
        long count = 1;
        while (count <= units) {
            long size = (units + count - 1) / count;
            sizes.add(Math.min(size * unit, extent));
            if (size == 1) {
                break;
            }
            count = (units + size - 2) / (size - 1);
        }
        return sizes;
    }

    /// Whether everything that is in memory at the same time fits.
    public boolean fit(MatmulShape shape, Target target) {
        Map<MemorySpace, Long> bytes = new EnumMap<>(MemorySpace.class);
        long lhs = bytes(m * k, shape.input());
        long rhs = bytes(k * n, shape.input());
        long result = m * n * ACCUMULATOR;
        if (target.cores().split()) {
            bytes.merge(MemorySpace.MAT, 3 * (lhs + rhs), Long::sum);
            bytes.merge(MemorySpace.LEFT, lhs, Long::sum);
            bytes.merge(MemorySpace.RIGHT, rhs, Long::sum);
        } else {
            bytes.merge(MemorySpace.VEC, 3 * (lhs + rhs), Long::sum);
        }
        // The sum so far, and what a loop carries.
        bytes.merge(MemorySpace.ACC, 2 * result, Long::sum);
        bytes.merge(MemorySpace.VEC, result, Long::sum);
        if (shape.output().bits() != ACCUMULATOR * 8) {
            bytes.merge(MemorySpace.VEC, bytes(m * n, shape.output()), Long::sum);
        }
        if (shape.lhsInVector()) {
            bytes.merge(MemorySpace.VEC, 3 * lhs, Long::sum);
        }
        if (shape.rhsInVector()) {
            bytes.merge(MemorySpace.VEC, 3 * rhs, Long::sum);
        }
        for (Target.Memory memory : target.memories()) {
            long used = 0;
            for (var entry : bytes.entrySet()) {
                if (memory.spaces().contains(entry.getKey())) {
                    // Each of up to four buffers may be moved to the next aligned address.
                    used += entry.getValue() + (entry.getValue() == 0 ? 0 : 4 * (memory.alignment() - 1));
                }
            }
            if (used > memory.capacity()) {
                return false;
            }
        }
        return true;
    }

    private static long bytes(long elements, DataType dtype) {
        return (elements * dtype.bits() + 7) / 8;
    }

    /// Cycles for the whole product: transfers and products of all steps. The matrix core works on whole fractals.
    public double cost(MatmulShape shape, Target target) {
        Target.Costs costs = target.costs();
        long rows = count(shape.m(), m);
        long columns = count(shape.n(), n);
        long steps = count(shape.k(), k);
        double loaded = (double) bytes(shape.m() * shape.k(), shape.input()) * columns
                + (double) bytes(shape.k() * shape.n(), shape.input()) * rows;
        double stored = bytes(shape.m() * shape.n(), shape.output());
        double transfers = 2.0 * rows * columns * steps + (double) rows * columns;
        double macs = padded(shape.m(), m, target.fractal().m())
                * padded(shape.n(), n, target.fractal().n())
                * padded(shape.k(), k, target.fractal().k(shape.input()));
        double moved = target.cores().split() ? loaded : 0;
        return (loaded + stored) / costs.loadBytes()
                + moved / costs.moveBytes()
                + transfers * costs.startCycles()
                + macs
                        / (costs.macs()
                                * MAC_BITS
                                / Math.max(MAC_BITS, shape.input().bits()));
    }

    private static long count(long extent, long tile) {
        return (extent + tile - 1) / tile;
    }

    /// The extent that the matrix core works on.
    private static double padded(long extent, long tile, long unit) {
        long whole = extent / tile;
        long rest = extent % tile;
        return (double) whole * count(tile, unit) * unit + (double) count(rest, unit) * unit;
    }
}
