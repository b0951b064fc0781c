package sectile.sim.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.MachineCode;

/// What one PE_MMU knows: which physical bytes are behind which virtual ones. Immutable, so that PEs with equal maps
/// share one.
public final class Mmu {
    private static final Mmu EMPTY = new Mmu(List.of());

    private final List<Entry> entries;

    private Mmu(List<Entry> entries) {
        this.entries = entries;
    }

    /// `bytes` bytes from a virtual address on are those from a physical address on.
    public record Entry(long virtual, long bytes, long physical) {
        public Entry {
            if (virtual < 0 || physical < 0 || bytes < 1 || Long.MAX_VALUE - bytes < Math.max(virtual, physical)) {
                throw new IllegalArgumentException(
                        "an entry of " + bytes + " bytes from " + virtual + " to " + physical);
            }
        }
    }

    /// A run of physical bytes.
    public record Run(long physical, long bytes) {}

    public static Mmu empty() {
        return EMPTY;
    }

    /// This map and more; a diagnostic if a virtual byte would be mapped twice.
    public Mmu with(List<Entry> more) {
        List<Entry> all = new ArrayList<>(entries);
        all.addAll(more);
        all.sort(Comparator.comparingLong(Entry::virtual));
        for (int i = 1; i < all.size(); i++) {
            Entry before = all.get(i - 1);
            if (before.virtual + before.bytes > all.get(i).virtual) {
                throw error(
                        MachineCode.MAPPED_TWICE,
                        "virtual address 0x" + Long.toHexString(all.get(i).virtual) + " is mapped twice: "
                                + text(before) + " and " + text(all.get(i)));
            }
        }
        return new Mmu(List.copyOf(all));
    }

    /// This map without what begins inside a virtual range.
    public Mmu without(long virtual, long bytes) {
        return new Mmu(entries.stream()
                .filter(entry -> entry.virtual < virtual || entry.virtual >= virtual + bytes)
                .toList());
    }

    public int size() {
        return entries.size();
    }

    /// The physical runs behind a virtual range, in order; a diagnostic if part of it is not mapped.
    public List<Run> translate(long virtual, long bytes) {
        if (bytes < 0 || virtual > Long.MAX_VALUE - bytes) {
            throw new IllegalArgumentException(bytes + " bytes at 0x" + Long.toHexString(virtual));
        }
        int i = indexOf(virtual);
        if (i >= 0) {
            Entry entry = entries.get(i);
            long inEntry = virtual - entry.virtual;
            if (inEntry < entry.bytes && bytes <= entry.bytes - inEntry) {
                return List.of(new Run(entry.physical + inEntry, bytes));
            }
        }
        return translateInPieces(i, virtual, bytes);
    }

    private List<Run> translateInPieces(int first, long virtual, long bytes) {
        List<Run> runs = new ArrayList<>();
        long at = virtual;
        long end = virtual + bytes;
        for (int i = first; at < end || runs.isEmpty(); i++) {
            if (i < 0 || i >= entries.size() || !covers(entries.get(i), at)) {
                throw unmapped(at, virtual, bytes);
            }
            Entry entry = entries.get(i);
            long inEntry = at - entry.virtual;
            long run = Math.min(end - at, entry.bytes - inEntry);
            runs.add(new Run(entry.physical + inEntry, run));
            at += run;
        }
        return runs;
    }

    private static boolean covers(Entry entry, long address) {
        return address >= entry.virtual && address < entry.virtual + entry.bytes;
    }

    /// The last entry that begins at or before an address, or -1.
    private int indexOf(long address) {
        int low = 0;
        int high = entries.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (entries.get(middle).virtual <= address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private DiagnosticException unmapped(long at, long virtual, long bytes) {
        int near = indexOf(at);
        String around =
                entries.stream().skip(Math.max(0, near)).limit(2).map(Mmu::text).collect(Collectors.joining(" and "));
        return error(
                MachineCode.NOT_MAPPED,
                "virtual address 0x" + Long.toHexString(at) + " is not mapped on this PE (access of " + bytes
                        + " bytes at 0x" + Long.toHexString(virtual) + "); "
                        + (entries.isEmpty() ? "nothing is mapped" : "the nearest mapped: " + around));
    }

    private static String text(Entry entry) {
        return "0x" + Long.toHexString(entry.virtual) + "..0x" + Long.toHexString(entry.virtual + entry.bytes - 1);
    }

    private static DiagnosticException error(DiagnosticCode code, String message) {
        return new DiagnosticException(Diagnostic.error(code, Span.none(), message));
    }
}
