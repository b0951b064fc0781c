package sectile.sim.trace;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;

/// One operation of one engine. It may begin with a wait for a peer, such as a receive whose message is in flight; the
/// engine works from then on.
///
/// @param startPs when the kernel asked for it, or the engine took it up
/// @param endPs when its effect was there
/// @param waitPs how much of that time, from the start on, was spent waiting for a peer
/// @param bytes bytes moved, 0 for arithmetic
/// @param flops arithmetic operations, 0 for movement
/// @param flow joins a send with the receive that took its payload; 0 = none
/// @param kernelLine the line of the kernel that asked for it, as `FILE:LINE`, "" if not known
/// @param dtype the type of its elements, null if it does not compute
public record Op(
        long startPs,
        long endPs,
        long waitPs,
        Place place,
        Lane lane,
        String name,
        long bytes,
        long flops,
        long flow,
        String kernelLine,
        @Nullable DType dtype) {
    public Op(
            long startPs,
            long endPs,
            long waitPs,
            Place place,
            Lane lane,
            String name,
            long bytes,
            long flops,
            long flow,
            String kernelLine) {
        this(startPs, endPs, waitPs, place, lane, name, bytes, flops, flow, kernelLine, null);
    }

    /// When the wait was over and the engine began to work.
    public long workStartPs() {
        return startPs + waitPs;
    }

    /// The same operation with its time counted from `originPs`.
    public Op since(long originPs) {
        return new Op(
                startPs - originPs, endPs - originPs, waitPs, place, lane, name, bytes, flops, flow, kernelLine, dtype);
    }

    /// How long the engine worked.
    public long workPs() {
        return endPs - startPs - waitPs;
    }
}
