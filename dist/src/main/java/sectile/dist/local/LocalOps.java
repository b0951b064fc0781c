package sectile.dist.local;

import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import sectile.base.array.DType;
import sectile.base.array.Shape;
import sectile.dist.Cluster;
import sectile.dist.tensor.DeviceTensor;
import sectile.dist.tensor.Layout;
import sectile.dist.tensor.TiledLayout;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.PeSet;

/// Computes with matrices of the calling worker's device. Results are new tensors; operands stay as they are.
public final class LocalOps {
    /// Added to the mean square of a normalisation, so that rows of zeros stay zeros.
    public static final double NORM_EPSILON = 1e-5;

    private static final List<DType> TYPES = List.of(DType.F16, DType.BF16, DType.F32);

    private final Cluster cluster;
    private final Consumer<LaunchResult> listener;

    public LocalOps(Cluster cluster) {
        this(cluster, result -> {});
    }

    /// @param listener hears when every launch ran
    public LocalOps(Cluster cluster, Consumer<LaunchResult> listener) {
        this.cluster = cluster;
        this.listener = listener;
    }

    public Cluster cluster() {
        return cluster;
    }

    // Layouts

    /// The same values in another layout; the tensor itself if it has that layout.
    public DeviceTensor rearranged(DeviceTensor tensor, Layout layout) {
        check(tensor);
        if (tensor.layout().equals(layout)) {
            return tensor;
        }
        DeviceTensor target = cluster.empty(tensor.shape(), tensor.dtype(), layout);
        Shape shape = tensor.shape();
        copy(tensor, target, List.of(Rectangle.whole(shape.dim(0), shape.dim(1))));
        return target;
    }

    /// Some rows and columns as a tensor of their own.
    public DeviceTensor slice(DeviceTensor tensor, Rectangle part, Layout layout) {
        check(tensor);
        Shape shape = Shape.of(part.from().rows(), part.from().columns());
        DeviceTensor target = cluster.empty(shape, tensor.dtype(), layout);
        copy(tensor, target, List.of(part));
        return target;
    }

    /// Copies parts of one tensor into another.
    public void copy(DeviceTensor source, DeviceTensor target, List<Rectangle> rectangles) {
        check(source);
        check(target);
        if (source.dtype() != target.dtype()) {
            throw LocalErrors.differentTypes("a copy", source.dtype(), target.dtype());
        }
        Rearrangement plan = new Rearrangement(source, target, rectangles);
        launchMoves(plan.first(), source.dtype());
        launchMoves(plan.then(), source.dtype());
    }

    private void launchMoves(SequencedMap<Place, List<Move>> moves, DType dtype) {
        if (!moves.isEmpty()) {
            launch(
                    Move.KERNEL,
                    place -> Move.args(dtype, moves.getOrDefault(place, List.of())),
                    List.copyOf(moves.keySet()));
        }
    }

    // Products

    /// `a · b`, where every PE multiplies what it has; see [Spread] for what fits together.
    public DeviceTensor product(DeviceTensor a, DeviceTensor b, Layout layout) {
        return product(a, b, layout, Optional.empty(), Activation.NONE);
    }

    /// The same, with a row added to every row of the result and an activation applied.
    ///
    /// @param row spread as the result's columns are
    public DeviceTensor product(
            DeviceTensor a, DeviceTensor b, Layout layout, Optional<DeviceTensor> row, Activation activation) {
        check(a);
        check(b);
        row.ifPresent(this::check);
        checkTypes("a product", a, b);
        if (!TYPES.contains(a.dtype())) {
            throw LocalErrors.elementType(a.dtype());
        }
        if (a.shape().dim(1) != b.shape().dim(0)) {
            throw LocalErrors.innerExtents(a.shape(), b.shape());
        }
        Shape shape = Shape.of(a.shape().dim(0), b.shape().dim(1));
        DeviceTensor out = cluster.empty(shape, a.dtype(), layout);
        launch(Product.KERNEL, Product.plan(a, b, out, row, activation));
        return out;
    }

    /// `a · b` of operands in any layout: the first is copied to every PE, the columns of the second are
    /// dealt out.
    public DeviceTensor matmul(DeviceTensor a, DeviceTensor b) {
        DeviceTensor left = rearranged(a, Spread.replicated());
        DeviceTensor right = rearranged(b, Spread.columns());
        DeviceTensor result = product(left, right, Spread.columns());
        freeCopy(left, a);
        freeCopy(right, b);
        return result;
    }

    // Elements

    /// Element by element; the second may be one row for all.
    public DeviceTensor add(DeviceTensor a, DeviceTensor b) {
        return elementwise("a sum", Elementwise.ADD, a, b);
    }

    /// Every row divided by its root mean square, times a row of gains.
    public DeviceTensor rmsNorm(DeviceTensor x, DeviceTensor gain) {
        if (!TYPES.contains(x.dtype())) {
            throw LocalErrors.elementType(x.dtype());
        }
        DeviceTensor whole = rearranged(x, Spread.replicated());
        DeviceTensor result = elementwise("a normalisation", Elementwise.RMS_NORM, whole, gain);
        freeCopy(whole, x);
        return result;
    }

    private DeviceTensor elementwise(String name, Kernel kernel, DeviceTensor a, DeviceTensor b) {
        check(a);
        check(b);
        checkTypes(name, a, b);
        boolean row = b.shape().dim(0) == 1 && b.shape().dim(1) == a.shape().dim(1);
        if (!row && !a.shape().equals(b.shape())) {
            throw LocalErrors.differentShapes(name, a.shape(), b.shape());
        }
        Optional<Layout> layout = row ? Spread.rowFor(a.layout(), a.shape()) : Optional.of(a.layout());
        DeviceTensor first = layout.isPresent() ? a : rearranged(a, Spread.columns());
        DeviceTensor second = rearranged(b, layout.orElse(Spread.columns()));
        DeviceTensor out = cluster.empty(a.shape(), a.dtype(), first.layout());
        launch(kernel, Elementwise.plan(first, second, out));
        freeCopy(first, a);
        freeCopy(second, b);
        return out;
    }

    /// Attention of heads of `headWidth` columns each in sequences of `sequence` rows each, all positions
    /// of a sequence looking at all of it.
    public DeviceTensor attention(DeviceTensor q, DeviceTensor k, DeviceTensor v, long headWidth, long sequence) {
        for (DeviceTensor tensor : List.of(q, k, v)) {
            check(tensor);
            checkTypes("attention", q, tensor);
            boolean fits = tensor.shape().equals(q.shape())
                    && sequence > 0
                    && headWidth > 0
                    && q.shape().dim(0) % sequence == 0
                    && q.shape().dim(1) % headWidth == 0;
            if (!fits) {
                throw LocalErrors.attention(q.shape(), tensor.shape(), headWidth, sequence);
            }
        }
        if (!TYPES.contains(q.dtype())) {
            throw LocalErrors.elementType(q.dtype());
        }
        Layout heads = headLayout(q.shape(), headWidth);
        DeviceTensor queries = rearranged(q, heads);
        DeviceTensor keys = rearranged(k, heads);
        DeviceTensor values = rearranged(v, heads);
        DeviceTensor out = cluster.empty(q.shape(), q.dtype(), heads);
        launch(Attention.KERNEL, Attention.plan(queries, keys, values, sequence, out));
        freeCopy(queries, q);
        freeCopy(keys, k);
        freeCopy(values, v);
        return out;
    }

    private static Layout headLayout(Shape shape, long headWidth) {
        return new TiledLayout(TiledLayout.Order.ROW_MAJOR, Math.max(1, shape.dim(0)), headWidth, 0, 0);
    }

    // Launches and checks

    private void launch(Kernel kernel, SequencedMap<Place, KernelArgs> args) {
        if (!args.isEmpty()) {
            launch(kernel, place -> args.getOrDefault(place, KernelArgs.of()), List.copyOf(args.keySet()));
        }
    }

    private void launch(Kernel kernel, java.util.function.Function<Place, KernelArgs> args, List<Place> places) {
        listener.accept(cluster.launch(kernel, args, PeSet.of(places)));
    }

    private static void freeCopy(DeviceTensor copy, DeviceTensor original) {
        if (copy != original) {
            copy.free();
        }
    }

    /// A matrix on this worker's device, with everything done that changes it.
    private void check(DeviceTensor tensor) {
        if (tensor.shape().rank() != 2) {
            throw LocalErrors.noMatrix(tensor.shape());
        }
        int device = cluster.device().index();
        if (tensor.sip() != device) {
            throw LocalErrors.otherDevice(tensor.sip(), device);
        }
        tensor.settle();
    }

    private static void checkTypes(String operation, DeviceTensor a, DeviceTensor b) {
        if (a.dtype() != b.dtype()) {
            throw LocalErrors.differentTypes(operation, a.dtype(), b.dtype());
        }
    }
}
