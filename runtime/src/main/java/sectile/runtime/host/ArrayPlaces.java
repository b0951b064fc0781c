package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.base.diag.Diagnostic;
import sectile.interp.PlacedArray;
import sectile.ir.Function;
import sectile.runtime.c.CSource;

/// Where native code finds arrays of its caller.
public interface ArrayPlaces {
    /// Of arrays off the heap, in bytes.
    long ALIGNMENT = 64;

    /// What native code knows about the device; null for the host.
    MemorySegment device();

    /// Makes an array reachable for a run.
    ///
    /// @param arena memory that lives as long as the run
    Place place(Arena arena, NdArray array);

    /// The place of an array that is in memory of the device already; empty for one of another device.
    ///
    /// @throws IllegalStateException if its buffer was freed
    Optional<Place> existing(Arena arena, PlacedArray array);

    /// Makes the kernels of a program ready to be started.
    default Kernels kernels(CSource source) {
        return Kernels.NONE;
    }

    /// The part of a program that this process loads: all of it, unless the device runs whole programs.
    default CSource onHost(CSource source, Function entry) {
        return source;
    }

    /// A problem of a run with what the device knows about it.
    default Diagnostic explained(Diagnostic problem) {
        return problem;
    }

    /// Whether the device has memory of its own, so that arrays of the caller are copied to it.
    default boolean isApart() {
        return false;
    }

    /// An array that native code can reach.
    interface Place extends AutoCloseable {
        /// What native code takes for the address of its memory.
        MemorySegment base();

        /// Gives it the elements of another array of its type and shape.
        void assign(NdArray array);

        /// Copies what was assigned last once more, if the device has memory of its own.
        default void send() {}

        /// The elements as they are now, in memory that lives as long as the run.
        NdArray fetch();

        @Override
        void close();
    }

    /// An array in memory that the caller allocated.
    ///
    /// @param base what native code takes for the address of that memory
    record InMemory(MemorySegment base, PlacedArray array) implements Place {
        @Override
        public void assign(NdArray other) {
            array.assign(other);
        }

        @Override
        public NdArray fetch() {
            return array.toHost();
        }

        @Override
        public void close() {
            // The memory belongs to the caller.
        }
    }

    /// An array off the heap of this process with the elements of another one.
    ///
    /// @param arena memory that lives as long as the run
    static NdArray outside(Arena arena, NdArray array) {
        long bytes = array.dtype().bytesFor(array.shape().elements());
        NdArray outside = NdArray.over(arena.allocate(Math.max(1, bytes), ALIGNMENT), array.dtype(), array.shape());
        outside.assign(array);
        return outside;
    }

    /// Kernels of a program on a device.
    ///
    /// @param handles what native code starts them by, in the order of their numbers
    /// @param release gives them back
    record Kernels(MemorySegment handles, Runnable release) implements AutoCloseable {
        static final Kernels NONE = new Kernels(MemorySegment.NULL, () -> {});

        @Override
        public void close() {
            release.run();
        }
    }

    /// Arrays in memory of this process.
    static ArrayPlaces ofHost() {
        return HostPlaces.PROCESS;
    }
}
