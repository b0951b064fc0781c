package sectile.runtime.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.base.device.DeviceCode;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.interp.PlacedArray;
import sectile.runtime.c.CSource;
import sectile.runtime.device.DeviceArray;
import sectile.runtime.host.ArrayPlaces;
import sectile.runtime.host.RuntimeSources;

/// Arrays of a run in memory of an OpenCL device, and what native code needs to start kernels on them.
final class OpenClPlaces implements ArrayPlaces, AutoCloseable {
    /// In the order of `sx_device` in `sx_opencl.c`.
    private static final List<String> FUNCTIONS = List.of(
            "clCreateBuffer",
            "clReleaseMemObject",
            "clSetKernelArg",
            "clEnqueueNDRangeKernel",
            "clEnqueueReadBuffer",
            "clEnqueueWriteBuffer",
            "clEnqueueFillBuffer",
            "clFinish");

    /// For the fields of `sx_device` behind the handles: a lock and the error of a transfer.
    private static final long LOCK_BYTES = 128;

    private final Arena arena = Arena.ofShared();
    private final OpenCl library;
    private final MemorySegment context;
    private final MemorySegment queue;
    private final OpenCl.Found found;
    private final OpenClMemory memory;
    private final MemorySegment error;
    private final MemorySegment device;

    OpenClPlaces(
            OpenCl library,
            OpenCl.Found found,
            MemorySegment context,
            MemorySegment queue,
            OpenClKernels kernels,
            OpenClMemory memory) {
        this.found = found;
        this.library = library;
        this.context = context;
        this.queue = queue;
        this.memory = memory;
        this.error = library.createBuffer(context, Integer.BYTES);
        int handles = 3 + FUNCTIONS.size() + kernels.all().size();
        this.device = arena.allocate(handles * ADDRESS.byteSize() + LOCK_BYTES, ALIGNMENT);
        int at = 0;
        for (MemorySegment handle : List.of(context, queue, error)) {
            device.setAtIndex(ADDRESS, at++, handle);
        }
        for (String function : FUNCTIONS) {
            device.setAtIndex(ADDRESS, at++, library.address(function));
        }
        for (MemorySegment kernel : kernels.all()) {
            device.setAtIndex(ADDRESS, at++, kernel);
        }
    }

    @Override
    public MemorySegment device() {
        return device;
    }

    @Override
    public Place place(Arena run, NdArray array) {
        NdArray outside = ArrayPlaces.outside(run, array);
        MemorySegment buffer = create(outside.memory().byteSize());
        try {
            library.write(queue, buffer, 0, outside.memory());
            return new OnDevice(outside, base(run, buffer), buffer);
        } catch (RuntimeException | Error e) {
            library.release("clReleaseMemObject", buffer);
            throw e;
        }
    }

    @Override
    public Optional<Place> existing(Arena run, PlacedArray array) {
        if (!(array instanceof DeviceArray placed) || placed.memory() != memory) {
            return Optional.empty();
        }
        memory.checkLive(placed.buffer());
        return Optional.of(new InMemory(base(run, memory.buffer(placed.buffer().address())), placed));
    }

    /// Builds the kernels that were printed for a program.
    @Override
    public Kernels kernels(CSource source) {
        if (source.kernels().isEmpty()) {
            return ArrayPlaces.super.kernels(source);
        }
        OpenClKernels built = OpenClKernels.build(
                library, context, found.handle(), RuntimeSources.openClOf(source.kernels()), source.kernelNames());
        Arena arena = Arena.ofShared();
        MemorySegment handles = arena.allocate(ADDRESS, built.all().size());
        for (int i = 0; i < built.all().size(); i++) {
            handles.setAtIndex(ADDRESS, i, built.all().get(i));
        }
        return new Kernels(handles, () -> {
            built.close();
            arena.close();
        });
    }

    @Override
    public boolean isApart() {
        return true;
    }

    private MemorySegment create(long bytes) {
        try {
            return library.createBuffer(context, bytes);
        } catch (OpenClException e) {
            if (e.isOutOfMemory()) {
                throw new DiagnosticException(Diagnostic.error(
                                DeviceCode.OUT_OF_MEMORY,
                                Span.none(),
                                "out of memory on the OpenCL device: an argument of " + bytes + " bytes does not fit")
                        .hint("free buffers, or use smaller arrays"));
            }
            throw e;
        }
    }

    /// What native code takes for an address: the device and the buffer.
    private MemorySegment base(Arena run, MemorySegment buffer) {
        MemorySegment base = run.allocate(2 * ADDRESS.byteSize(), ADDRESS.byteAlignment());
        base.setAtIndex(ADDRESS, 0, device);
        base.setAtIndex(ADDRESS, 1, buffer);
        return base;
    }

    @Override
    public void close() {
        library.release("clReleaseMemObject", error);
        arena.close();
    }

    private final class OnDevice implements Place {
        private final NdArray outside;
        private final MemorySegment base;
        private final MemorySegment buffer;

        OnDevice(NdArray outside, MemorySegment base, MemorySegment buffer) {
            this.outside = outside;
            this.base = base;
            this.buffer = buffer;
        }

        @Override
        public MemorySegment base() {
            return base;
        }

        @Override
        public void assign(NdArray array) {
            outside.assign(array);
            send();
        }

        @Override
        public void send() {
            library.write(queue, buffer, 0, outside.memory());
        }

        @Override
        public NdArray fetch() {
            library.read(queue, buffer, 0, outside.memory());
            return outside;
        }

        @Override
        public void close() {
            library.release("clReleaseMemObject", buffer);
        }
    }
}
