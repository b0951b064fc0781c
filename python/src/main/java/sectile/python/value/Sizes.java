package sectile.python.value;

/// How much a value may hold: a program whose values grow without limit is stopped before the memory is used up.
public final class Sizes {
    /// Elements of a list, characters of a string.
    public static final int ELEMENTS = 1 << 24;
    /// Bits of an int.
    public static final int BITS = 1 << 16;

    private Sizes() {}

    /// The number of elements, or characters, of a value to be made.
    public static int check(long size, Site site) {
        if (size > ELEMENTS) {
            throw site.fault(Fault.SIZE, "this value has more than " + ELEMENTS + " elements");
        }
        return (int) size;
    }

    /// The number of elements of `size` elements repeated.
    public static int check(int size, long times, Site site) {
        return size == 0 || times <= 0 ? 0 : check(times > ELEMENTS ? Long.MAX_VALUE : size * times, site);
    }

    /// Refuses an int of more bits than [#BITS].
    public static void bits(long bits, Site site) {
        if (bits > BITS) {
            throw site.fault(Fault.SIZE, "this int has more than " + BITS + " bits");
        }
    }
}
