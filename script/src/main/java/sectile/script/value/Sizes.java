package sectile.script.value;

import sectile.base.diag.Span;

/// How much a value may hold: a kernel that grows without an end is told so before the memory is used up.
public final class Sizes {
    private static final int MOST = 1 << 24;

    private Sizes() {}

    /// The number of elements, or letters, of a value to be made.
    public static int check(long size, Span at) {
        if (size > MOST) {
            throw Problems.at(at, "TL-207", "this has more than " + MOST + " elements", "kernels keep data in handles");
        }
        return (int) size;
    }

    /// The number of `size` elements taken several times.
    static int check(int size, long times, Span at) {
        return size == 0 || times <= 0 ? 0 : check(times > MOST ? Long.MAX_VALUE : size * times, at);
    }
}
