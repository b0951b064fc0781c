package sectile.sim.memory;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.Place;

/// Physical addresses: `rack | sip | cube | local offset`, from the highest bit down.
///
/// SIPs are numbered through all racks; the map splits that number into the two fields. The top bit of the local offset
/// selects HBM; below it [Range] says what lies where.
public final class AddressMap {
    private final MachineSize size;
    private final int localBits;
    private final int cubeBits;
    private final int totalBits;

    /// @throws DiagnosticException if the machine does not fit the widths: which field needs how many bits
    public AddressMap(MachineSize size, int rackBits, int sipBits, int cubeBits, int localBits) {
        this.size = size;
        this.localBits = localBits;
        this.cubeBits = cubeBits;
        this.totalBits = rackBits + sipBits + cubeBits + localBits;
        if (totalBits > 63) {
            throw error("SIM-301", "addresses of " + totalBits + " bits do not fit into 63", "");
        }
        fits("rack and sip", size.sips(), rackBits + sipBits, "SIPs");
        fits("cube", size.cubes(), cubeBits, "cubes per SIP");
        holds(Range.HBM, size.hbmSliceBytes());
        holds(Range.TCM, size.tcmBytes());
        holds(Range.SRAM, size.sramBytes());
    }

    private static void fits(String field, int count, int bits, String what) {
        int needed = count <= 1 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(count - 1);
        if (needed > bits) {
            throw error(
                    "SIM-302",
                    "the address field " + field + " has " + bits + " bits but " + count + " " + what + " need "
                            + needed,
                    "widen the field in the topology's `address` section");
        }
    }

    private void holds(Range range, long bytes) {
        if (bytes > share(range)) {
            throw error(
                    "SIM-303",
                    range.text() + " of " + bytes + " bytes does not fit its window of " + share(range)
                            + " bytes at local_bits = " + localBits,
                    "raise `address.local_bits`, or make the memory smaller");
        }
    }

    /// The address space one PE (or cube) has in a range.
    private long share(Range range) {
        return range.isPerPe() ? Long.highestOneBit(range.size(localBits) / size.pesPerCube()) : range.size(localBits);
    }

    /// The number of bits of a physical address; what lies above is virtual.
    public int totalBits() {
        return totalBits;
    }

    public boolean isPhysical(long address) {
        return address >= 0 && address >>> totalBits == 0;
    }

    public long peTcm(Place place, long offset) {
        return address(Range.TCM, place, offset);
    }

    /// HBM slices of a cube follow each other without a gap.
    public long peHbm(Place place, long offset) {
        return address(Range.HBM, place, offset);
    }

    public long peIpcq(Place place, long offset) {
        return address(Range.IPCQ, place, offset);
    }

    public long peScratchpad(Place place, long offset) {
        return address(Range.SCRATCHPAD, place, offset);
    }

    public long peRegisterFile(Place place, long offset) {
        return address(Range.REGISTER_FILE, place, offset);
    }

    public long peStatus(Place place, long offset) {
        return address(Range.STATUS, place, offset);
    }

    public long cubeSram(int sip, int cube, long offset) {
        return address(Range.SRAM, new Place(sip, cube, 0), offset);
    }

    /// The address of a byte of a range; a diagnostic if the component or the byte does not exist.
    public long address(Range range, Place place, long offset) {
        check(place);
        if (offset < 0 || offset >= bytes(range)) {
            throw error(
                    "SIM-304",
                    "offset 0x" + Long.toHexString(offset) + " is outside " + range.text() + " of " + bytes(range)
                            + " bytes",
                    "");
        }
        long first = range.isPerPe() ? place.pe() * stride(range) : 0;
        return prefix(place) | (range.base(localBits) + first + offset);
    }

    private long prefix(Place place) {
        return (((long) place.sip() << cubeBits) | place.cube()) << localBits;
    }

    /// From one PE's part of a range to the next one's.
    private long stride(Range range) {
        return range == Range.HBM ? size.hbmSliceBytes() : share(range);
    }

    /// The bytes that exist of a range, per PE or per cube.
    public long bytes(Range range) {
        return switch (range) {
            case TCM -> size.tcmBytes();
            case SRAM -> size.sramBytes();
            case HBM -> size.hbmSliceBytes();
            case IPCQ, SCRATCHPAD, REGISTER_FILE, STATUS -> share(range);
            case RESERVED -> 0;
        };
    }

    /// What an address means; a diagnostic if nothing is there.
    public Decoded decode(long address) {
        if (!isPhysical(address)) {
            throw error(
                    "SIM-305",
                    hex(address) + " is not a physical address: those have " + totalBits + " bits",
                    "a virtual address must be mapped on the PE that uses it");
        }
        long local = address & ((1L << localBits) - 1);
        int cube = (int) ((address >>> localBits) & ((1L << cubeBits) - 1));
        int sip = (int) (address >>> (localBits + cubeBits));
        Range range = rangeOf(local);
        long inRange = local - range.base(localBits);
        long pe = range.isPerPe() ? inRange / stride(range) : 0;
        if (sip >= size.sips()) {
            throw nothing(address, "SIP " + sip + " does not exist: the machine has " + size.sips());
        }
        if (cube >= size.cubes()) {
            throw nothing(address, "cube " + cube + " does not exist: a SIP has " + size.cubes());
        }
        if (pe >= size.pesPerCube()) {
            throw nothing(
                    address,
                    range.text() + " of pe " + pe + " does not exist: a cube has " + size.pesPerCube() + " PEs");
        }
        long offset = range.isPerPe() ? inRange - pe * stride(range) : inRange;
        if (offset >= bytes(range)) {
            throw nothing(
                    address,
                    "offset 0x" + Long.toHexString(offset) + " is past the " + bytes(range) + " bytes of "
                            + range.text());
        }
        return new Decoded(range, new Place(sip, cube, (int) pe), offset);
    }

    private Range rangeOf(long local) {
        long part = local >>> (localBits - Range.PARTS_BITS);
        for (Range range : Range.values()) {
            long first = range.base(localBits) >>> (localBits - Range.PARTS_BITS);
            if (part >= first && part < first + (range.size(localBits) >>> (localBits - Range.PARTS_BITS))) {
                return range;
            }
        }
        throw new IllegalStateException("the range table has a hole at part " + part);
    }

    private void check(Place place) {
        if (place.sip() >= size.sips() || place.cube() >= size.cubes() || place.pe() >= size.pesPerCube()) {
            throw error(
                    "SIM-306",
                    place + " does not exist: the machine has " + size.sips() + " SIPs of " + size.cubes()
                            + " cubes of " + size.pesPerCube() + " PEs",
                    "");
        }
    }

    private static DiagnosticException nothing(long address, String why) {
        return error("SIM-307", "nothing at address " + hex(address) + ": " + why, "");
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    private static DiagnosticException error(String code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
