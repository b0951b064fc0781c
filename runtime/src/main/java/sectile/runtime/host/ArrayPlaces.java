package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import sectile.base.array.NdArray;
import sectile.interp.PlacedArray;

/// Where native code finds arrays of its caller.
public interface ArrayPlaces {
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

    /// Arrays in memory of this process.
    static ArrayPlaces ofHost() {
        return HostPlaces.PROCESS;
    }
}
