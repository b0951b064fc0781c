package sectile.sim.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/// The named ranges of a cube's local addresses: the one table everything about addresses is derived from.
///
/// The upper half of the local offsets is the HBM window. The lower half, the PE-resource window, is cut into 64
/// equal parts; a range takes some of them, and if it is per PE each PE gets an equal share of it. The ranges are
/// in the order of their addresses and leave no hole.
public enum Range {
    TCM(0, 16, true),
    SRAM(16, 16, false),
    IPCQ(32, 4, true),
    SCRATCHPAD(36, 4, true),
    REGISTER_FILE(40, 1, true),
    STATUS(41, 1, true),
    RESERVED(42, 22, false),
    HBM(64, 64, true);

    /// Parts of the whole local space: 64 for each window.
    static final int PARTS_BITS = 7;

    private static final List<Range> BY_PART = byPart();

    private final int firstPart;
    private final int parts;
    private final boolean perPe;

    Range(int firstPart, int parts, boolean perPe) {
        this.firstPart = firstPart;
        this.parts = parts;
        this.perPe = perPe;
    }

    private static List<Range> byPart() {
        List<Range> parts = new ArrayList<>();
        for (Range range : values()) {
            if (range.firstPart != parts.size()) {
                throw new AssertionError(range + " does not begin where the range before it ends");
            }
            parts.addAll(Collections.nCopies(range.parts, range));
        }
        return List.copyOf(parts);
    }

    static Range ofPart(int part) {
        return BY_PART.get(part);
    }

    /// Whether each PE of a cube has one, or the cube has it as a whole.
    public boolean isPerPe() {
        return perPe;
    }

    /// Whether bytes can be kept there and moved by DMA.
    public boolean isMemory() {
        return this == TCM || this == SRAM || this == HBM;
    }

    long base(int localBits) {
        return (long) firstPart << (localBits - PARTS_BITS);
    }

    long size(int localBits) {
        return (long) parts << (localBits - PARTS_BITS);
    }

    /// The name in reports, like `TCM` or `IPCQ ring`.
    public String text() {
        return switch (this) {
            case IPCQ -> "IPCQ ring";
            case REGISTER_FILE -> "register file";
            case SCRATCHPAD, STATUS, RESERVED -> name().toLowerCase(Locale.ROOT);
            case TCM, SRAM, HBM -> name();
        };
    }
}
