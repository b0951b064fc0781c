package sectile.sim.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Span;
import sectile.base.number.TileTypes;
import sectile.sim.Place;
import sectile.sim.kernel.Handle;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.kernel.Space;
import sectile.sim.machine.Machine;
import sectile.sim.machine.PeSet;

/// A matrix product on one PE, first by load, dot and store, one after the other, then by one `composite` that streams.
///
/// @param tile extent of the tiles of both
public record Gemm(int m, int n, int k, DType dtype, int tile) implements Workload {
    private static final Place PE = new Place(0, 0, 0);

    @Override
    public String name() {
        return "gemm";
    }

    @Override
    public WorkloadResult run(Machine machine, long seed) {
        DType outDtype = TileTypes.accumulator(dtype);
        if (machine.computesValues()) {
            machine.limits().require(hostBytes(outDtype), "a product of " + m + "x" + n + "x" + k, Span.none());
        }
        float[] a = machine.computesValues() ? SmallIntegers.floats(seed, (long) m * k, dtype) : new float[0];
        float[] b = machine.computesValues() ? SmallIntegers.floats(seed + 1, (long) k * n, dtype) : new float[0];
        // The largest products are past the largest number of bytes.
        SmallIntegers.checkBytes((long) m * k, (long) k * n, (long) m * n);
        long aAddress = machine.allocate(Space.HBM, PE, dtype, (long) m * k);
        long bAddress = machine.allocate(Space.HBM, PE, dtype, (long) k * n);
        long byDot = machine.allocate(Space.HBM, PE, outDtype, (long) m * n);
        long byComposite = machine.allocate(Space.HBM, PE, outDtype, (long) m * n);
        if (machine.computesValues()) {
            NdArray left = SmallIntegers.tile(dtype, Shape.of(m, k), a).toNdArray();
            NdArray right = SmallIntegers.tile(dtype, Shape.of(k, n), b).toNdArray();
            machine.write(Map.of(aAddress, left, bAddress, right));
        } else {
            machine.writeTimed(Map.of(aAddress, dtype.bytesFor((long) m * k), bAddress, dtype.bytesFor((long) k * n)));
        }
        machine.resetStatistics();
        PeSet where = PeSet.of(PE);
        List<WorkloadResult.Phase> phases = new ArrayList<>();
        String shape = m + "x" + k + " by " + k + "x" + n + " " + dtype.text();
        phases.add(new WorkloadResult.Phase(
                "load-dot-store",
                shape,
                machine.launch(
                        loadDotStore(outDtype, machine.topology().memoryMap().tcmUsable()),
                        KernelArgs.of(aAddress, bAddress, byDot),
                        where)));
        phases.add(new WorkloadResult.Phase(
                "composite",
                shape,
                machine.launch(composite(outDtype), KernelArgs.of(aAddress, bAddress, byComposite), where)));
        var statistics = machine.statistics();
        ValueCheck check = new ValueCheck();
        if (machine.computesValues()) {
            ProductCheck product = new ProductCheck(a, b, m, n, k);
            Shape result = Shape.of(m, n);
            NdArray first = machine.read(byDot, outDtype, result);
            product.compare(check, new ValueCheck.Result("load-dot-store", PE), first);
            NdArray second = machine.read(byComposite, outDtype, result);
            product.compare(check, new ValueCheck.Result("composite", PE), second);
        }
        return new WorkloadResult(phases, check, statistics);
    }

    /// What the matrices take on this host at least: each as floats, as an array, and in the machine's memory.
    private long hostBytes(DType outDtype) {
        double operands = (double) m * k + (double) k * n;
        double results = (double) m * n;
        return (long) (operands * (Float.BYTES + dtype.bits() / 4.0) + results * (Float.BYTES + outDtype.bits() / 4.0));
    }

    private Kernel loadDotStore(DType outDtype, long tcm) {
        long band = Math.min(tile, m);
        boolean fits = dtype.bytesFor((long) k * n) <= tcm
                && dtype.bytesFor(band * k) <= tcm
                && outDtype.bytesFor(band * n) <= tcm;
        Kernel kernel = fits ? bands(outDtype) : slices(outDtype, tcm);
        return kernel.named("load-dot-store").repeatable();
    }

    /// Bands of rows of `a` against the whole of `b`, which stays in TCM.
    private Kernel bands(DType outDtype) {
        return (tl, args) -> {
            Handle right = tl.load(args.pointer(1), Shape.of(k, n), dtype);
            for (int row = 0; row < m; row += tile) {
                int rows = Math.min(tile, m - row);
                Handle left = tl.load(args.pointer(0) + dtype.bytesFor((long) row * k), Shape.of(rows, k), dtype);
                Handle product = tl.dot(left, right, outDtype);
                tl.store(args.pointer(2) + outDtype.bytesFor((long) row * n), product);
            }
        };
    }

    /// Slices of `b`, as many of its rows as a quarter of TCM holds, against one row of `a` after the other; sums that
    /// are not complete lie in memory in between.
    private Kernel slices(DType outDtype, long tcm) {
        // An even number, so that two elements that share a byte are not parted.
        int depths = Math.clamp((tcm / 4 / dtype.bytesFor(n)) & ~1L, 2, Math.max(2, k));
        return (tl, args) -> {
            for (int depth = 0; depth < k; depth += depths) {
                int some = Math.min(depths, k - depth);
                Handle right = tl.load(args.pointer(1) + dtype.bytesFor((long) depth * n), Shape.of(some, n), dtype);
                for (int row = 0; row < m; row++) {
                    long from = args.pointer(0) + dtype.bytesFor((long) row * k + depth);
                    long to = args.pointer(2) + outDtype.bytesFor((long) row * n);
                    Handle product = tl.dot(tl.load(from, Shape.of(1, some), dtype), right, outDtype);
                    tl.store(to, depth == 0 ? product : tl.add(product, tl.load(to, Shape.of(1, n), outDtype)));
                }
            }
        };
    }

    private Kernel composite(DType outDtype) {
        Kernel kernel = (tl, args) -> tl.composite(
                "gemm",
                tl.ref(args.pointer(0), Shape.of(m, k), dtype),
                tl.ref(args.pointer(1), Shape.of(k, n), dtype),
                args.pointer(2),
                outDtype,
                tile,
                tile,
                tile);
        return kernel.named("composite").repeatable();
    }
}
