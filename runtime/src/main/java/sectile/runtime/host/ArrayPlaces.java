package sectile.runtime.host;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import sectile.base.array.NdArray;

/// Where native code finds arrays of its caller.
public interface ArrayPlaces {
    /// What native code knows about the device; null for the host.
    MemorySegment device();

    /// Makes an array reachable for a run.
    ///
    /// @param arena memory that lives as long as the run
    Place place(Arena arena, NdArray array);

    /// An array that native code can reach.
    interface Place extends AutoCloseable {
        /// What native code takes for the address of its memory.
        MemorySegment base();

        /// Gives it the elements of another array of its type and shape.
        void assign(NdArray array);

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
