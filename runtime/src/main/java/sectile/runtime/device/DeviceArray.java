package sectile.runtime.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import sectile.base.array.DType;
import sectile.base.array.Layout;
import sectile.base.array.NdArray;
import sectile.base.array.Shape;
import sectile.base.device.Device;
import sectile.base.device.DeviceBuffer;
import sectile.base.device.DeviceId;
import sectile.base.device.DeviceMemory;
import sectile.interp.PlacedArray;

/// An array in memory of a device: an element type, a shape, strides and an offset over a buffer, as [NdArray] is over
/// memory of this process. Views share the buffer of their array; closing any of them frees it.
///
/// ```java
/// try (DeviceArray x = DeviceArray.on(device, values)) {
///     loaded.run(Run.of("main").with("x", x.slice(0, 0, 64)));
/// }
/// ```
public final class DeviceArray implements PlacedArray, AutoCloseable {
    private static final int BITS_PER_BYTE = 8;

    private final DeviceMemory memory;
    private final DeviceBuffer buffer;
    private final DType dtype;
    private final Layout layout;

    private DeviceArray(DeviceMemory memory, DeviceBuffer buffer, DType dtype, Layout layout) {
        this.memory = memory;
        this.buffer = buffer;
        this.dtype = dtype;
        this.layout = layout;
    }

    /// A copy of an array in memory of a device.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-201 when there is not enough memory left, RUN-202 when the
    ///     device has no memory for arrays
    public static DeviceArray on(Device device, NdArray array) {
        DeviceArray result = empty(device, array.dtype(), array.shape());
        try {
            result.memory.copyTo(result.buffer, 0, array.packed());
            return result;
        } catch (RuntimeException e) {
            result.close();
            throw e;
        }
    }

    /// Zeros in memory of a device.
    public static DeviceArray zeros(Device device, DType dtype, Shape shape) {
        DeviceArray result = empty(device, dtype, shape);
        result.memory.fillZero(result.buffer);
        return result;
    }

    private static DeviceArray empty(Device device, DType dtype, Shape shape) {
        DeviceMemory memory = device.memory().orElseThrow(() -> HostBuffers.noMemory("an array", device.id()));
        return new DeviceArray(
                memory, memory.allocate(dtype.bytesFor(shape.elements())), dtype, Layout.rowMajor(shape));
    }

    // ---- what it is

    public DeviceId device() {
        return buffer.device();
    }

    /// The buffer under this array and its other views.
    public DeviceBuffer buffer() {
        return buffer;
    }

    /// The memory that the buffer belongs to.
    public DeviceMemory memory() {
        return memory;
    }

    /// Which element of the buffer is at which index.
    public Layout layout() {
        return layout;
    }

    @Override
    public DType dtype() {
        return dtype;
    }

    @Override
    public Shape shape() {
        return layout.shape();
    }

    @Override
    public String place() {
        return device().toString();
    }

    // ---- views

    /// The elements `from` to `to` (exclusive) of an axis.
    public DeviceArray slice(int axis, long from, long to) {
        return slice(axis, from, to, 1);
    }

    /// Every `step`-th element of an axis, as [NdArray#slice(int, long, long, long)].
    public DeviceArray slice(int axis, long from, long to, long step) {
        return view(layout.slice(axis, from, to, step));
    }

    /// The array at one index of an axis, which is gone in the result.
    public DeviceArray select(int axis, long index) {
        return view(layout.select(axis, index));
    }

    @Override
    public DeviceArray part(long index) {
        return select(0, index);
    }

    /// All axes in reverse order.
    public DeviceArray transpose() {
        int rank = shape().rank();
        return transpose(IntStream.range(0, rank).map(axis -> rank - 1 - axis).toArray());
    }

    /// Axis `i` of the result is axis `axes[i]` of this array.
    public DeviceArray transpose(int... axes) {
        return view(layout.permuted(axes));
    }

    /// The same elements under another shape.
    ///
    /// @throws IllegalArgumentException if the element counts differ, or the strides allow it only by copying
    public DeviceArray reshape(Shape shape) {
        if (shape.elements() != shape().elements()) {
            throw new IllegalArgumentException(shape() + " cannot become " + shape);
        }
        return view(layout.reshaped(shape)
                .orElseThrow(() -> new IllegalArgumentException(
                        shape() + " cannot become " + shape + " without a copy; call to(device) first")));
    }

    private DeviceArray view(Layout changed) {
        return new DeviceArray(memory, buffer, dtype, changed);
    }

    // ---- copies

    /// A copy of the elements in memory of a device, side by side in row-major order.
    public DeviceArray to(Device device) {
        return on(device, toHost());
    }

    @Override
    public NdArray toHost() {
        try (Arena arena = Arena.ofConfined()) {
            return reached(arena).copy();
        }
    }

    /// Elements between those of the array are read and written back.
    @Override
    public void assign(NdArray values) {
        if (values.dtype() != dtype || !values.shape().equals(shape())) {
            throw new IllegalArgumentException(
                    values.dtype().text() + " " + values.shape() + " instead of " + dtype.text() + " " + shape());
        }
        if (layout.isContiguous() && layout.offset() * dtype.bits() % BITS_PER_BYTE == 0 && fillsBytes()) {
            memory.copyTo(buffer, layout.offset() * dtype.bits() / BITS_PER_BYTE, values.packed());
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            NdArray reached = reached(arena);
            reached.assign(values);
            memory.copyTo(buffer, firstByte(), reached.memory());
        }
    }

    private boolean fillsBytes() {
        return shape().elements() * dtype.bits() % BITS_PER_BYTE == 0;
    }

    private long firstByte() {
        return layout.first() * dtype.bits() / BITS_PER_BYTE;
    }

    /// The bytes from the first element to the last one, with this layout.
    private NdArray reached(Arena arena) {
        long from = firstByte();
        MemorySegment bytes = arena.allocate(Math.max(1, dtype.bytesFor(layout.end()) - from));
        MemorySegment used = bytes.asSlice(0, dtype.bytesFor(layout.end()) - from);
        memory.copyFrom(buffer, from, used);
        return NdArray.over(used, dtype, layout.shifted(from * BITS_PER_BYTE / dtype.bits()));
    }

    /// Frees the buffer, and with it all views. A second call has no effect, nor has one after the device was closed.
    @Override
    public void close() {
        if (memory.isLive(buffer)) {
            memory.free(buffer);
        }
    }

    @Override
    public String toString() {
        return dtype.text() + " " + shape() + " on " + device();
    }
}
