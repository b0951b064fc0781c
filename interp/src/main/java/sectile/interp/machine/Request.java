package sectile.interp.machine;

import java.util.List;
import sectile.base.array.DType;
import sectile.base.array.NdArray;
import sectile.base.observe.Region;
import sectile.ir.expr.OpCall;

/// What code on a [Core] asks of its [Platform]. The caller works the values out; a platform
/// decides when the effect takes place and what it costs.
public sealed interface Request {
    /// Reads global memory, of any rank.
    record Load(Region region) implements Request {}

    /// Reads global memory, of any rank, into a tile. The caller goes on at once, and asks for the tile with [Need]
    /// before it works with it.
    record Fetch(Region region, NdArray tile) implements Request {}

    /// Waits until a tile is there, if it is being fetched.
    record Need(NdArray tile) implements Request {}

    /// Writes global memory, of any rank, or adds to it.
    record Store(Region region, boolean atomic) implements Request {}

    /// Changes a signal cell. The sender goes on at once; the effect comes when the signal arrives, never
    /// before data that the sender wrote earlier.
    record Notify(Region cell) implements Request {}

    /// Reads a signal cell after the wait for it is over.
    record Poll(Region cell) implements Request {}

    /// An op on tiles, scalars or views: what it costs follows from the op, its operands and its result.
    record Compute(OpCall call, List<Object> operands, Object result) implements Request {}

    /// Moves a tile between the memories of a core, or into or out of a pipe.
    record Move(String what, long bytes) implements Request {}

    /// Comes to a meeting of cores of one launch, or of ranks. The caller goes on at once; the effect is
    /// its arrival.
    record Arrive(boolean ofRanks) implements Request {}

    /// Learns that a meeting is over.
    record Leave(boolean ofRanks) implements Request {}

    /// Combines elements that are in tiles, two by two, outside of any op.
    record Combine(long elements, DType dtype) implements Request {}

    /// Names what the core does from now on, for reports. Takes no time.
    record Mark(String name) implements Request {}

    /// The host hands work to a device, with tensors it must have.
    record Dispatch(int device, long bytes) implements Request {}

    /// A device reports the end of such work, with tensors the host must have.
    record Complete(int device, long bytes) implements Request {}
}
