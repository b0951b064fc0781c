package sectile.base.device;

import java.lang.foreign.MemorySegment;

/// Memory of a device. Buffers belong to the memory that allocated them.
public interface DeviceMemory {
    /// Contents are undefined.
    ///
    /// @throws sectile.base.diag.DiagnosticException RUN-201 when there is not enough memory left
    /// @throws IllegalArgumentException if `bytes` is negative
    DeviceBuffer allocate(long bytes);

    /// Gives a buffer back.
    ///
    /// @throws IllegalStateException if the buffer is not allocated here (any more)
    void free(DeviceBuffer buffer);

    /// Whether a buffer is allocated here and not freed yet; false after the device was closed.
    boolean isLive(DeviceBuffer buffer);

    /// Copies all of `source` to the buffer, from byte `offset` of it on.
    ///
    /// @throws IndexOutOfBoundsException if that is not inside the buffer
    void copyTo(DeviceBuffer buffer, long offset, MemorySegment source);

    /// Fills `target` with bytes of the buffer, from byte `offset` of it on.
    ///
    /// @throws IndexOutOfBoundsException if those are not inside the buffer
    void copyFrom(DeviceBuffer buffer, long offset, MemorySegment target);

    /// Sets all bytes to 0.
    void fillZero(DeviceBuffer buffer);

    /// The number of bytes that can be allocated at most.
    long capacity();

    /// The number of bytes that are allocated now.
    long used();
}
