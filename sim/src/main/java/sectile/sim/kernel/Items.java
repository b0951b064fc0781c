package sectile.sim.kernel;

import java.math.BigInteger;
import sectile.base.array.DType;

/// Single elements of handles as numbers that a kernel can branch on.
public final class Items {
    private Items() {}

    /// The element as a `Double`, `Long`, `Boolean`, or `BigInteger` if it is too large for a `Long`. Negative indices
    /// count from the end.
    public static Object of(Tl tl, Handle handle, long... index) {
        long[] position = index.clone();
        for (int i = 0; i < position.length && i < handle.shape().rank(); i++) {
            position[i] += position[i] < 0 ? handle.shape().dim(i) : 0;
        }
        if (handle.dtype().isFloat()) {
            return tl.item(handle, position);
        }
        long number = tl.wholeItem(handle, position);
        if (handle.dtype() == DType.U64 && number < 0) {
            return new BigInteger(Long.toUnsignedString(number));
        }
        return handle.dtype() == DType.BOOL ? (Object) (number != 0) : (Object) number;
    }
}
