package sectile.sim.trace;

import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.sim.Place;
import sectile.sim.path.Cause;

/// One operation of one engine. It may begin with a wait, such as a receive whose message is in flight or a store that
/// follows another one; then the engine works; what it sent may be in flight for some more time.
///
/// @param startPs when the kernel asked for it, or the engine took it up
/// @param endPs when its effect was there
/// @param waitPs how much of that time, from the start on, was spent waiting
/// @param flightPs how much of that time, before the end, the engine had finished and its bytes were in flight
/// @param bytes bytes moved, 0 for arithmetic
/// @param flops arithmetic operations, 0 for movement
/// @param flow joins a send with the receive that took its payload; 0 = none
/// @param kernelLine the line of the kernel that asked for it, as `FILE:LINE`, "" if not known
/// @param dtype the type of its elements, null if it does not compute
/// @param phase that the kernel was in when it asked for it, by the marks it and the host have set; "" if none
/// @param after what had to happen for it to begin; null if the machine is not traced
public record Op(
        long startPs,
        long endPs,
        long waitPs,
        long flightPs,
        Place place,
        Lane lane,
        String name,
        long bytes,
        long flops,
        long flow,
        String kernelLine,
        @Nullable DType dtype,
        String phase,
        @Nullable Cause after) {
    public Op {
        if (waitPs < 0 || flightPs < 0 || waitPs + flightPs > endPs - startPs) {
            throw new IllegalArgumentException(name + " of " + (endPs - startPs) + " ps waits " + waitPs + " ps and is "
                    + flightPs + " ps in flight");
        }
    }

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
        this(startPs, endPs, waitPs, 0, place, lane, name, bytes, flops, flow, kernelLine, null, "", null);
    }

    /// When the wait was over and the engine began to work.
    public long workStartPs() {
        return startPs + waitPs;
    }

    /// When the engine had done its part.
    public long workEndPs() {
        return endPs - flightPs;
    }

    /// The same operation with its time counted from `originPs`.
    public Op since(long originPs) {
        return new Op(
                startPs - originPs,
                endPs - originPs,
                waitPs,
                flightPs,
                place,
                lane,
                name,
                bytes,
                flops,
                flow,
                kernelLine,
                dtype,
                phase,
                after);
    }

    /// How long the engine worked.
    public long workPs() {
        return endPs - startPs - waitPs - flightPs;
    }

    /// How long it was under way without the engine working on it: the wait before, and the flight after.
    public long waitingPs() {
        return waitPs + flightPs;
    }
}
