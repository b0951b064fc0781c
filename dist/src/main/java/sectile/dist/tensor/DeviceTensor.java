package sectile.dist.tensor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.dist.worker.Workers;
import sectile.sim.Place;
import sectile.sim.kernel.Space;
import sectile.sim.machine.PeSet;
import sectile.sim.machine.Pending;
import sectile.sim.machine.Sip;
import sectile.sim.memory.Mmu;

/// A tensor in the memory of one device, HBM unless another memory was chosen. Everything that reads or writes it takes
/// simulated time; reads first let the caller's own work finish.
public final class DeviceTensor {
    private final Sip device;
    private final Workers workers;
    private final Shape shape;
    private final DType dtype;
    private final Layout layout;
    private final List<Shard> shards;
    private final Map<Place, List<Shard>> byPlace = new HashMap<>();
    private final long virtualBase;
    private final long virtualBytes;
    private final List<Pending> pending = new ArrayList<>();
    private boolean freed;

    private DeviceTensor(Sip device, Workers workers, Shape shape, DType dtype, Layout layout, List<Shard> shards) {
        this.device = device;
        this.workers = workers;
        this.shape = shape;
        this.dtype = dtype;
        this.layout = layout;
        this.shards = List.copyOf(shards);
        for (Shard shard : shards) {
            byPlace.computeIfAbsent(shard.spec().place(), place -> new ArrayList<>(1))
                    .add(shard);
        }
        this.virtualBytes = shards.stream()
                .mapToLong(shard -> shard.spec().offsetBytes() + shard.spec().nbytes())
                .max()
                .orElse(0);
        this.virtualBase = device.allocateVirtual(virtualBytes);
    }

    static DeviceTensor allocate(Workers workers, Space space, Shape shape, DType dtype, Layout layout) {
        Sip device = workers.device();
        List<Shard> shards = new ArrayList<>();
        for (ShardSpec spec : layout.place(shape, dtype, device.index(), device.topology())) {
            shards.add(new Shard(
                    spec,
                    device.allocate(space, spec.place(), dtype, spec.region().elements())));
        }
        DeviceTensor tensor = new DeviceTensor(device, workers, shape, dtype, layout, shards);
        if (!shards.isEmpty()) {
            workers.await(device.submitMap(tensor.places(), tensor::mapEntries));
        }
        return tensor;
    }

    private List<Mmu.Entry> mapEntries(Place place) {
        List<Shard> here = byPlace.getOrDefault(place, List.of());
        List<Mmu.Entry> entries = new ArrayList<>(here.size());
        for (Shard shard : here) {
            ShardSpec spec = shard.spec();
            entries.add(new Mmu.Entry(virtualBase + spec.offsetBytes(), spec.nbytes(), shard.address()));
        }
        return entries;
    }

    // What it is

    public Shape shape() {
        return shape;
    }

    public DType dtype() {
        return dtype;
    }

    public Layout layout() {
        return layout;
    }

    /// The device it lies on.
    public Sip device() {
        return device;
    }

    /// The number of its device.
    public int sip() {
        return device.index();
    }

    public List<Shard> shards() {
        checkAlive();
        return shards;
    }

    /// The first part that lies on a PE.
    public Optional<Shard> shardOn(Place place) {
        checkAlive();
        List<Shard> here = byPlace.getOrDefault(place, List.of());
        return here.isEmpty() ? Optional.empty() : Optional.of(here.getFirst());
    }

    /// The PEs that have a part of it.
    public PeSet places() {
        return PeSet.of(shards.stream().map(shard -> shard.spec().place()).toList());
    }

    /// Where its virtual range begins: the shards one after the other, copies at the same addresses.
    public long virtualBase() {
        checkAlive();
        return virtualBase;
    }

    public boolean isFreed() {
        return freed;
    }

    // Host copies

    /// Copies an array of the same shape and type in, to every copy of every part.
    public void copyFrom(NdArray values) {
        checkAlive();
        if (!values.shape().equals(shape)) {
            throw TensorErrors.shapeMismatch("the array", values.shape(), shape);
        }
        if (values.dtype() != dtype) {
            throw TensorErrors.dtypeMismatch("the array", values.dtype(), dtype);
        }
        write(wholeRegion(), values);
    }

    /// Sets every element.
    public void fill(double value) {
        fill(shard -> NdArray.full(dtype, Shape.of(shard.spec().region().elements()), value));
    }

    /// Sets every element, shard by shard. A timing-only run asks for no values.
    ///
    /// @param values by shard, its elements in row-major order of its region
    public void fill(Function<Shard, NdArray> values) {
        checkAlive();
        List<Pending> copies = new ArrayList<>();
        for (Shard shard : shards) {
            copies.add(
                    device.computesValues()
                            ? device.submitWrite(shard.address(), checked(shard, values.apply(shard)))
                            : device.submitWriteTimed(
                                    shard.address(), shard.spec().nbytes()));
        }
        copies.forEach(workers::await);
    }

    private NdArray checked(Shard shard, NdArray values) {
        long elements = shard.spec().region().elements();
        if (values.elements() != elements) {
            throw TensorErrors.shapeMismatch("the array", values.shape(), Shape.of(elements));
        }
        if (values.dtype() != dtype) {
            throw TensorErrors.dtypeMismatch("the array", values.dtype(), dtype);
        }
        return values;
    }

    /// The tensor as an array; all zeros in a timing-only run.
    public NdArray toHost() {
        checkAlive();
        Region whole = wholeRegion();
        return read(whole).reshape(shape);
    }

    /// One shard as it is in memory, in row-major order of its region.
    public NdArray shardToHost(Shard shard) {
        settle();
        Region region = shard.spec().region();
        byte[] bytes = device.hostArray(shard.spec().nbytes(), "a shard of " + shape + " " + dtype.text());
        workers.await(device.submitRead(shard.address(), bytes));
        return NdArray.ofBytes(bytes, dtype, Shape.of(region.rows(), region.columns()));
    }

    // Elements and slices

    public double item(long... index) {
        return read(regionOf(index)).getDoubleAt(0);
    }

    public void setItem(double value, long... index) {
        NdArray one = NdArray.full(dtype, Shape.of(1, 1), value);
        write(regionOf(index), one);
    }

    /// A rectangle of the tensor as a matrix, wherever its parts lie.
    public NdArray readSlice(long row, long rows, long column, long columns) {
        return read(checkedSlice(new Region(row, rows, column, columns)));
    }

    /// Writes a rectangle, also to every copy.
    public void writeSlice(long row, long column, NdArray values) {
        checkAlive();
        if (values.shape().rank() != 2) {
            throw TensorErrors.shapeMismatch("the slice", values.shape(), shape);
        }
        if (values.dtype() != dtype) {
            throw TensorErrors.dtypeMismatch("the slice", values.dtype(), dtype);
        }
        Region region =
                new Region(row, values.shape().dim(0), column, values.shape().dim(1));
        write(checkedSlice(region), values);
    }

    /// Some elements of a vector, wherever they lie.
    public NdArray readRange(long from, long count) {
        return read(checkedSlice(range(from, count))).reshape(Shape.of(count));
    }

    /// Writes some elements of a vector, also to every copy.
    public void writeRange(long from, NdArray values) {
        checkAlive();
        if (values.dtype() != dtype) {
            throw TensorErrors.dtypeMismatch("the slice", values.dtype(), dtype);
        }
        write(checkedSlice(range(from, values.elements())), values);
    }

    private Region range(long from, long count) {
        if (shape.rank() != 1) {
            throw TensorErrors.notAVector(shape);
        }
        return wholeRegion().columns() == 1 && wholeRegion().rows() != 1
                ? new Region(from, count, 0, 1)
                : new Region(0, 1, from, count);
    }

    private Region checkedSlice(Region slice) {
        Region whole = wholeRegion();
        boolean inside = slice.row() >= 0
                && slice.column() >= 0
                && slice.rows() > 0
                && slice.columns() > 0
                && slice.row() + slice.rows() <= whole.rows()
                && slice.column() + slice.columns() <= whole.columns();
        if (!inside) {
            throw TensorErrors.badSlice(slice, shape);
        }
        return slice;
    }

    private Region regionOf(long[] index) {
        boolean inside = index.length == shape.rank();
        for (int axis = 0; inside && axis < index.length; axis++) {
            inside = index[axis] >= 0 && index[axis] < shape.dim(axis);
        }
        if (!inside) {
            throw TensorErrors.badIndex(index, shape);
        }
        long position = shape.flatten(index);
        long columns = wholeRegion().columns();
        return new Region(position / columns, 1, position % columns, 1);
    }

    private Region wholeRegion() {
        boolean asRow = switch (layout) {
            case DpPolicy policy -> policy.cube() == Split.COLUMN_WISE || policy.pe() == Split.COLUMN_WISE;
            case ListedLayout listed -> listed.split() == Split.COLUMN_WISE;
            case TiledLayout _ -> true;
        };
        return Layout.matrix(shape, asRow);
    }

    /// Reads row by row where a shard is wider than the slice; from the first copy only.
    private NdArray read(Region slice) {
        settle();
        NdArray result = NdArray.zeros(dtype, Shape.of(slice.rows(), slice.columns()));
        List<Runnable> unpack = new ArrayList<>();
        List<Pending> copies = new ArrayList<>();
        List<Region> covered = new ArrayList<>();
        for (Shard shard : shards) {
            Region part = shard.spec().region().intersect(slice);
            if (part.isEmpty() || covered.contains(part)) {
                continue;
            }
            covered.add(part);
            for (Region run : runs(part, shard.spec().region())) {
                byte[] bytes =
                        device.hostArray(dtype.bytesFor(run.elements()), "a part of " + shape + " " + dtype.text());
                copies.add(device.submitRead(address(shard, run), bytes));
                unpack.add(() -> window(result, run, slice)
                        .assign(NdArray.ofBytes(bytes, dtype, Shape.of(run.rows(), run.columns()))));
            }
        }
        copies.forEach(workers::await);
        unpack.forEach(Runnable::run);
        return result;
    }

    private void write(Region slice, NdArray values) {
        settle();
        NdArray matrix = values.reshape(Shape.of(slice.rows(), slice.columns()));
        List<Pending> copies = new ArrayList<>();
        for (Shard shard : shards) {
            Region part = shard.spec().region().intersect(slice);
            for (Region run : runs(part, shard.spec().region())) {
                copies.add(device.submitWrite(
                        address(shard, run), window(matrix, run, slice).contiguous()));
            }
        }
        copies.forEach(workers::await);
    }

    /// Pieces that lie side by side in a shard: all of it when full rows are wanted, else one per row.
    private static List<Region> runs(Region part, Region shard) {
        if (part.isEmpty()) {
            return List.of();
        }
        if (part.columns() == shard.columns()) {
            return List.of(part);
        }
        List<Region> rows = new ArrayList<>();
        for (long row = part.row(); row < part.row() + part.rows(); row++) {
            rows.add(new Region(row, 1, part.column(), part.columns()));
        }
        return rows;
    }

    private long address(Shard shard, Region run) {
        Region region = shard.spec().region();
        long element = (run.row() - region.row()) * region.columns() + run.column() - region.column();
        return shard.address() + dtype.bytesFor(element);
    }

    private static NdArray window(NdArray matrix, Region part, Region slice) {
        long row = part.row() - slice.row();
        long column = part.column() - slice.column();
        return matrix.slice(0, row, row + part.rows()).slice(1, column, column + part.columns());
    }

    // Work in progress

    /// Work that changes this tensor; reads wait for it.
    public void dependOn(Pending work) {
        pending.removeIf(Pending::isDone);
        pending.add(work);
    }

    /// Waits for the work that changes this tensor.
    public void settle() {
        checkAlive();
        while (!pending.isEmpty()) {
            workers.await(pending.removeFirst());
        }
    }

    /// Gives the memory back, also where the rank that calls this is being ended and can wait for nothing.
    public void free() {
        checkAlive();
        try {
            settle();
        } finally {
            freed = true;
            unmap();
        }
    }

    private void unmap() {
        Optional<Pending> unmapped = shards.isEmpty()
                ? Optional.empty()
                : Optional.of(device.submitUnmap(places(), virtualBase, Math.max(1, virtualBytes)));
        try {
            unmapped.ifPresent(workers::await);
        } finally {
            shards.forEach(shard -> device.free(shard.address()));
            device.freeVirtual(virtualBase);
        }
    }

    private void checkAlive() {
        if (freed) {
            throw TensorErrors.freed();
        }
    }

    /// The values, read from the device.
    @Override
    public String toString() {
        return freed ? "the tensor was freed" : toHost().toString();
    }
}
