package sectile.sim.topology;

/// The widths of the fields of a physical address, from the highest: rack, SIP in rack, cube, local offset. The
/// top bit of the local offset selects the HBM window.
public record AddressSpec(int rackBits, int sipBits, int cubeBits, int localBits) {
    /// The most bits an address can have: it is a non-negative long.
    public static final int MAX_BITS = 63;

    public AddressSpec {
        boolean sane = rackBits >= 0
                && sipBits >= 0
                && cubeBits >= 0
                && localBits >= 2
                && (long) rackBits + sipBits + cubeBits + localBits <= MAX_BITS;
        if (!sane) {
            throw new IllegalArgumentException(
                    "address of " + rackBits + " + " + sipBits + " + " + cubeBits + " + " + localBits + " bits");
        }
    }

    public int totalBits() {
        return rackBits + sipBits + cubeBits + localBits;
    }

    /// The bytes of the HBM window of a cube, and of its window for everything else.
    public long windowBytes() {
        return 1L << (localBits - 1);
    }

    /// The rack a SIP is in.
    public int rack(int sip) {
        return sipBits >= Integer.SIZE - 1 ? 0 : sip >>> sipBits;
    }

    /// The number of a SIP inside its rack.
    public int sipInRack(int sip) {
        return sipBits >= Integer.SIZE - 1 ? sip : sip & ((1 << sipBits) - 1);
    }

    /// The bits needed to number `count` things.
    static int bitsFor(long count) {
        return count <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(count - 1);
    }
}
