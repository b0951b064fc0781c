package sectile.runtime.host;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.ArgumentValues;
import sectile.interp.Outcome;
import sectile.interp.PlacedArray;
import sectile.interp.Run;
import sectile.ir.Function;
import sectile.ir.Param;
import sectile.ir.expr.DistributedTensorType;
import sectile.ir.expr.ScalarType;
import sectile.ir.expr.TileType;
import sectile.ir.symbol.DataType;
import sectile.ir.symbol.Direction;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.device.LoadedProgram;
import sectile.runtime.device.LoadedProgram.Timed;
import sectile.runtime.problem.RunCode;

/// One run of a compiled program: arguments off the heap, the call, and what came of it.
final class NativeRun implements LoadedProgram.Prepared {
    /// What the runtime of emitted programs can hold.
    private static final int MAX_RANK = 8;
    private static final long ALIGNMENT = 64;

    private final Arena arena = Arena.ofShared();
    private final Library library;
    private final List<Span> sites;
    private final Function function;
    private final Run run;
    private final HostOptions options;
    private final int copies;
    private final ArgumentValues values;
    private final MemorySegment control;
    private final MemorySegment args;
    private final MemorySegment results;
    private final MemorySegment windows;
    private final List<MemorySegment> buffers = new ArrayList<>();
    /// The arguments as they were given: a run replaces windows among them.
    private final MemorySegment given;
    private final ArrayPlaces placing;
    private final ArrayPlaces.@Nullable Place[][] places;
    private final Constants constants;
    private final Transfers transfers = new Transfers();

    NativeRun(
            Library library,
            List<Span> sites,
            MemorySegment kernels,
            Traps traps,
            Function function,
            Run run,
            HostOptions options,
            ArrayPlaces placing,
            Constants constants) {
        this.library = library;
        this.sites = sites;
        this.function = function;
        this.run = run;
        this.options = options;
        this.copies = function.isHost() ? 1 : run.ranks();
        int params = function.params().size();
        this.control = arena.allocate(library.controlBytes(), ALIGNMENT);
        this.args = arena.allocate(library.valueBytes() * Math.max(1, copies * params), ALIGNMENT);
        this.results = arena.allocate(
                library.valueBytes() * Math.max(1, copies * function.results().size()), ALIGNMENT);
        this.windows = arena.allocate(library.valueBytes() * Math.max(1, params), ALIGNMENT);
        this.placing = placing;
        this.constants = constants;
        this.places = new ArrayPlaces.Place[copies][params];
        control.set(JAVA_INT, 0, run.ranks());
        control.set(JAVA_INT, 4, options.cpus());
        control.set(JAVA_LONG, library.patienceAt(), run.patience());
        control.set(ADDRESS, library.deviceAt(), placing.device());
        control.set(ADDRESS, library.kernelsAt(), kernels);
        control.set(ADDRESS, library.watchAt(), traps.watch());
        try {
            this.values = ArgumentValues.withPlaced(function, run, copies);
            for (int copy = 0; copy < copies; copy++) {
                Object[] row = values.row(copy);
                for (int i = 0; i < params; i++) {
                    give(copy, i, function.params().get(i), row[i]);
                }
            }
            this.given = arena.allocate(args.byteSize(), ALIGNMENT).copyFrom(args);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private MemorySegment arg(int copy, int index) {
        long at = (long) copy * function.params().size() + index;
        return args.asSlice(at * library.valueBytes(), library.valueBytes());
    }

    private MemorySegment result(int copy, int index) {
        long at = (long) copy * function.results().size() + index;
        return results.asSlice(at * library.valueBytes(), library.valueBytes());
    }

    private MemorySegment data(MemorySegment value) {
        return value.asSlice(library.dataAt());
    }

    private void give(int copy, int index, Param param, Object value) {
        MemorySegment at = arg(copy, index);
        boolean isArray = value instanceof NdArray || value instanceof PlacedArray;
        if (value instanceof NdArray array) {
            give(copy, index, param, array.dtype(), array.shape(), place(copy, index, param, array));
        } else if (value instanceof PlacedArray array) {
            give(copy, index, param, array.dtype(), array.shape(), place(copy, index, param, array));
        } else if (value instanceof Double real) {
            at.set(JAVA_DOUBLE, library.floatAt(), real);
        } else {
            at.set(JAVA_LONG, library.integerAt(), value instanceof Boolean truth ? (truth ? 1 : 0) : (Long) value);
        }
        if (!isArray) {
            windowShape(index, -1, DType.I8, MemorySegment.NULL);
        }
    }

    /// An array of the caller. It is copied to a device with memory of its own before every execution, and back
    /// after it, unless it is marked as being there; a constant is copied once.
    private ArrayPlaces.Place place(int copy, int index, Param param, NdArray array) {
        ArrayPlaces.Place place =
                param.marks().constant() && copies == 1 && run.arguments().get(param.name()) instanceof NdArray given
                        ? constants.place(param.name(), given, array)
                        : placing.place(arena, array);
        places[copy][index] = place;
        if (placing.isApart()
                && !param.marks().onDevice()
                && !param.marks().constant()
                && !(param.type() instanceof DistributedTensorType)) {
            long bytes = array.dtype().bytesFor(array.elements());
            if (param.direction() != Direction.OUT) {
                transfers.before(bytes, place::send);
            }
            if (param.direction().writes()) {
                transfers.after(bytes, place::fetch);
            }
        }
        return place;
    }

    /// An array on a device: where it is, if that is this device, or a copy of it.
    private ArrayPlaces.Place place(int copy, int index, Param param, PlacedArray array) {
        ArrayPlaces.Place place = placing.existing(arena, array).orElse(null);
        if (place == null) {
            place = placing.place(arena, array.toHost());
            ArrayPlaces.Place here = place;
            long bytes = array.dtype().bytesFor(array.shape().elements());
            if (param.direction() != Direction.OUT) {
                transfers.before(bytes, () -> here.assign(array.toHost()));
            }
            if (param.direction().writes()) {
                transfers.after(bytes, () -> array.assign(here.fetch()));
            }
        }
        places[copy][index] = place;
        return place;
    }

    private void give(int copy, int index, Param param, DType dtype, Shape shape, ArrayPlaces.Place place) {
        if (shape.rank() > MAX_RANK) {
            throw new DiagnosticException(Diagnostic.error(
                    RunCode.NOT_EXPRESSIBLE,
                    param.variable().span(),
                    "`" + param.name() + "` has more than " + MAX_RANK + " axes"));
        }
        MemorySegment dims = arena.allocate(JAVA_LONG, Math.max(1, shape.rank()));
        for (int i = 0; i < shape.rank(); i++) {
            dims.setAtIndex(JAVA_LONG, i, shape.dim(i));
        }
        int device = run.ranks() == 1 ? 0 : copies == 1 ? -1 : copy;
        boolean tensor = !(param.type() instanceof TileType);
        MemorySegment value = arg(copy, index);
        library.external(value, dtype.ordinal(), shape.rank(), dims, place.base(), device, tensor);
        if (values.row(copy)[index] instanceof DeviceArray view
                && placing.existing(arena, view).isPresent()) {
            MemorySegment strides = arena.allocate(JAVA_LONG, Math.max(1, shape.rank()));
            long[] given = view.layout().strides();
            MemorySegment.copy(given, 0, strides, JAVA_LONG, 0, given.length);
            library.externalView(value, strides, view.layout().offset());
        }
        buffers.add(data(value).get(ADDRESS, 0));
        boolean window = param.type() instanceof DistributedTensorType;
        windowShape(index, window ? shape.rank() : -1, dtype, dims);
    }

    /// A rank of -1 says that the parameter is not a window.
    private void windowShape(int index, int rank, DType dtype, MemorySegment dims) {
        MemorySegment at = windows.asSlice(index * library.windowBytes());
        at.set(JAVA_INT, library.dtypeAt(), dtype.ordinal());
        at.set(JAVA_INT, library.rankAt(), rank);
        for (int i = 0; i < rank; i++) {
            at.setAtIndex(JAVA_LONG, library.dimsAt() / Long.BYTES + i, dims.getAtIndex(JAVA_LONG, i));
        }
    }

    Timed timed() {
        return watched(() -> {
            long start = options.nanoClock().getAsLong();
            MemorySegment whole = begin();
            long nanoseconds = options.nanoClock().getAsLong() - start;
            try {
                return new Timed(outcome(whole), nanoseconds);
            } finally {
                library.end(whole);
            }
        });
    }

    @Override
    public double execute(int times) {
        for (int copy = 0; copy < copies; copy++) {
            Object[] row = values.row(copy);
            for (int i = 0; i < row.length; i++) {
                if (row[i] instanceof NdArray array && function.params().get(i).direction() != Direction.IN) {
                    place(copy, i).assign(array);
                }
            }
        }
        return watched(() -> {
            long start = options.nanoClock().getAsLong();
            for (int i = 0; i < times; i++) {
                args.copyFrom(given);
                transfers.bringIn();
                library.end(begin());
                transfers.bringBack();
            }
            return (double) (options.nanoClock().getAsLong() - start);
        });
    }

    private <T> T watched(Supplier<T> work) {
        try (var watch = new StopWatcher(run.limits(), control, library.stopAt())) {
            watch.start();
            return work.get();
        }
    }

    private MemorySegment begin() {
        // Results of an earlier execution are in memory that is gone.
        results.fill((byte) 0);
        MemorySegment whole = library.begin(control, copies, args, results, windows);
        if (whole.address() == 0) {
            throw new DiagnosticException(Diagnostic.error(RunCode.HOST_MEMORY, Span.none(), "out of memory"));
        }
        if (control.get(JAVA_INT, library.failedAt()) != 0) {
            library.end(whole);
            throw failure();
        }
        return whole;
    }

    @Override
    public OptionalLong operations() {
        return OptionalLong.of(control.get(JAVA_LONG, library.operationsAt()));
    }

    @Override
    public long bytes() {
        long sum = 0;
        for (int copy = 0; copy < copies; copy++) {
            for (int i = 0; i < places[copy].length; i++) {
                long bytes = switch (values.row(copy)[i]) {
                    case NdArray array -> array.dtype().bytesFor(array.elements());
                    case PlacedArray array ->
                        array.dtype().bytesFor(array.shape().elements());
                    default -> 0;
                };
                if (bytes > 0) {
                    Direction direction = function.params().get(i).direction();
                    sum += direction == Direction.INOUT ? 2 * bytes : bytes;
                }
            }
            for (int i = 0; i < function.results().size(); i++) {
                if (!(function.results().get(i) instanceof ScalarType) && !isParam(i)) {
                    MemorySegment data = data(result(copy, i));
                    long elements = 1;
                    for (int axis = 0; axis < data.get(JAVA_INT, library.rankAt()); axis++) {
                        elements *= data.get(JAVA_LONG, library.dimsAt() + (long) axis * Long.BYTES);
                    }
                    sum += DType.values()[data.get(JAVA_INT, library.dtypeAt())].bytesFor(elements);
                }
            }
        }
        return sum;
    }

    @Override
    public long copied() {
        return transfers.bytes();
    }

    private DiagnosticException failure() {
        int site = control.get(JAVA_INT, library.siteAt());
        Span span = site >= 0 && site < sites.size() ? sites.get(site) : Span.none();
        String code = control.getString(library.codeAt());
        if (code.equals(RunCode.STOPPED.text())) {
            run.limits().check(span);
        }
        Diagnostic problem =
                Diagnostic.error(DiagnosticCode.reported(code), span, control.getString(library.messageAt()));
        String hint = control.getString(library.hintAt());
        return new DiagnosticException(placing.explained(hint.isEmpty() ? problem : problem.hint(hint)));
    }

    private Outcome outcome(MemorySegment whole) {
        var columns = new ArrayList<List<Object>>();
        for (int i = 0; i < function.results().size(); i++) {
            var column = new ArrayList<Object>();
            for (int copy = 0; copy < copies; copy++) {
                column.add(
                        function.results().get(i) instanceof ScalarType scalar
                                ? scalar(result(copy, i), scalar.dtype())
                                : array(whole, data(result(copy, i))));
            }
            columns.add(column);
        }
        return Outcome.collect(function, param -> outputs(whole, param), columns, this::isParam, values.remarks());
    }

    private List<Object> outputs(MemorySegment whole, int index) {
        var column = new ArrayList<Object>();
        for (int copy = 0; copy < copies; copy++) {
            Param param = function.params().get(index);
            if (values.row(copy)[index] instanceof PlacedArray array) {
                if (placing.existing(arena, array).isEmpty()) {
                    array.assign(place(copy, index).fetch());
                }
                continue;
            }
            column.add(
                    param.type() instanceof DistributedTensorType
                            ? array(whole, data(arg(copy, index)))
                            : place(copy, index).fetch());
        }
        return column;
    }

    private ArrayPlaces.Place place(int copy, int index) {
        return Objects.requireNonNull(places[copy][index]);
    }

    /// Whether a result is, in every copy, the array of one output parameter.
    private boolean isParam(int result) {
        for (int i = 0; i < function.params().size(); i++) {
            boolean same = function.params().get(i).direction() != Direction.IN && places[0][i] != null;
            for (int copy = 0; copy < copies && same; copy++) {
                same = library.same(data(result(copy, result)), data(arg(copy, i)));
            }
            if (same) {
                return true;
            }
        }
        return false;
    }

    private Object scalar(MemorySegment value, DataType dtype) {
        if (dtype.isFloat()) {
            return value.get(JAVA_DOUBLE, library.floatAt());
        }
        long number = value.get(JAVA_LONG, library.integerAt());
        return dtype == DataType.BOOL ? (Object) (number != 0) : (Object) number;
    }

    private NdArray array(MemorySegment whole, MemorySegment data) {
        DType dtype = DType.values()[data.get(JAVA_INT, library.dtypeAt())];
        long[] dims = new long[data.get(JAVA_INT, library.rankAt())];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = data.get(JAVA_LONG, library.dimsAt() + (long) i * Long.BYTES);
        }
        Shape shape = Shape.of(dims);
        MemorySegment copy = arena.allocate(Math.max(1, dtype.bytesFor(shape.elements())), ALIGNMENT);
        library.collect(whole, data, copy);
        if (control.get(JAVA_INT, library.failedAt()) != 0) {
            throw failure();
        }
        return NdArray.over(copy, dtype, shape);
    }

    @Override
    public void close() {
        for (ArrayPlaces.@Nullable Place[] row : places) {
            for (ArrayPlaces.@Nullable Place place : row) {
                if (place != null) {
                    place.close();
                }
            }
        }
        buffers.forEach(library::externalFree);
        arena.close();
    }
}
