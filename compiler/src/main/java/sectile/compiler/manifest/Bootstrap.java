package sectile.compiler.manifest;

import java.util.List;

/// What one device sets up for one group it belongs to, before a program starts.
///
/// @param group which group of the manifest
/// @param rank this device among the group's, counted from 0 without gaps
/// @param ranks how many devices the group has
/// @param windowSize bytes of all buffers together
public record Bootstrap(int group, int rank, int ranks, long windowSize, List<Buffer> buffers) {
    public Bootstrap {
        buffers = List.copyOf(buffers);
    }

    /// One window buffer.
    ///
    /// @param offset where it begins, in bytes from the beginning of the group's memory
    /// @param nbytes its size on each device
    public record Buffer(
            String name,
            String dtype,
            long size,
            long offset,
            long nbytes,
            boolean loadFromHost,
            boolean storeToHost) {}
}
