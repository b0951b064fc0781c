package sectile.sim.memory;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.Place;
import sectile.sim.problem.MachineCode;

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
        if (Math.min(Math.min(rackBits, sipBits), cubeBits) < 0 || totalBits > 63) {
            throw error(
                    MachineCode.ADDRESS_BITS,
                    "an address of " + rackBits + " rack + " + sipBits + " sip + " + cubeBits + " cube + " + localBits
                            + " local bits is not possible: none may be negative and all together are at most 63",
                    "change the widths in the topology's `address` section");
        }
        if (localBits < Range.PARTS_BITS) {
            throw error(
                    MachineCode.MEMORY_ABOVE_WINDOW,
                    "local_bits = " + localBits + " is too small for the ranges of a cube: they need "
                            + Range.PARTS_BITS,
                    "raise `address.local_bits`");
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
                    MachineCode.ADDRESS_FIELD,
                    "the address field " + field + " has " + bits + " bits but " + count + " " + what + " need "
                            + needed,
                    "widen the field in the topology's `address` section");
        }
    }

    private void holds(Range range, long bytes) {
        if (bytes > share(range)) {
            throw error(
                    MachineCode.MEMORY_ABOVE_WINDOW,
                    range.text() + " of " + bytes + " bytes does not fit its window of " + share(range)
                            + " bytes at local_bits = " + localBits + ": it needs local_bits = "
                            + neededFor(range, bytes),
                    "raise `address.local_bits`, or make the memory smaller");
        }
    }

    private int neededFor(Range range, long bytes) {
        int bits = localBits;
        while (bits < Long.SIZE - 2 && share(range, bits) < bytes) {
            bits++;
        }
        return bits;
    }

    /// The address space one PE (or cube) has in a range.
    private long share(Range range) {
        return share(range, localBits);
    }

    private long share(Range range, int localBits) {
        long all = range.size(localBits);
        if (!range.isPerPe()) {
            return all;
        }
        long each = all / size.pesPerCube();
        return range == Range.HBM ? each : Long.highestOneBit(each);
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
                    MachineCode.NO_SUCH_BYTE,
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
                    MachineCode.VIRTUAL_ADDRESS,
                    hex(address) + " is not a physical address: those have " + totalBits + " bits",
                    "a virtual address must be mapped on the PE that uses it");
        }
        long local = address & ((1L << localBits) - 1);
        int cube = (int) ((address >>> localBits) & ((1L << cubeBits) - 1));
        int sip = (int) (address >>> (localBits + cubeBits));
        Range range = Range.ofPart((int) (local >>> (localBits - Range.PARTS_BITS)));
        long inRange = local - range.base(localBits);
        long stride = range.isPerPe() ? stride(range) : Long.MAX_VALUE;
        long pe = stride == 0 ? Long.MAX_VALUE : inRange / stride;
        if (sip >= size.sips()) {
            throw nothing(address, "SIP " + sip + " does not exist: the machine has " + size.sips());
        }
        if (cube >= size.cubes()) {
            throw nothing(address, "cube " + cube + " does not exist: a SIP has " + size.cubes());
        }
        if (pe >= size.pesPerCube()) {
            throw nothing(
                    address,
                    bytes(range) == 0
                            ? "this machine has no " + range.text()
                            : range.text() + " offset 0x" + Long.toHexString(inRange) + " is past the "
                                    + size.pesPerCube() + " PEs of a cube");
        }
        long offset = range.isPerPe() ? inRange - pe * stride : inRange;
        if (offset >= bytes(range)) {
            throw nothing(
                    address,
                    range == Range.RESERVED
                            ? "this range is reserved"
                            : "offset 0x" + Long.toHexString(offset) + " is past the " + bytes(range) + " bytes of "
                                    + range.text());
        }
        return new Decoded(range, new Place(sip, cube, (int) pe), offset);
    }

    private void check(Place place) {
        if (place.sip() >= size.sips() || place.cube() >= size.cubes() || place.pe() >= size.pesPerCube()) {
            throw error(
                    MachineCode.NO_SUCH_COMPONENT,
                    place + " does not exist: the machine has " + size.sips() + " SIPs of " + size.cubes()
                            + " cubes of " + size.pesPerCube() + " PEs",
                    "");
        }
    }

    private static DiagnosticException nothing(long address, String why) {
        return error(MachineCode.NOTHING_AT_ADDRESS, "nothing at address " + hex(address) + ": " + why, "");
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    private static DiagnosticException error(DiagnosticCode code, String message, String hint) {
        return new DiagnosticException(
                Diagnostic.error(code, Span.none(), message).hint(hint));
    }
}
