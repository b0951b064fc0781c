package sectile.interp.value;

import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import sectile.base.array.NdArray;

/// The same window on every device that shares it.
///
/// @param window the buffer all of it lies in
/// @param part what this view covers on a device
/// @param memory the memory of a device
public record Peers(Window window, IntFunction<NdArray> part, IntFunction<Memory> memory) {
    Peers map(UnaryOperator<NdArray> change) {
        return new Peers(window, device -> change.apply(part.apply(device)), memory);
    }

    /// This view on one device.
    public Data on(int device, long[] valid) {
        return new Data(part.apply(device), valid, memory.apply(device), this);
    }
}
