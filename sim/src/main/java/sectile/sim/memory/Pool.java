package sectile.sim.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.MachineCode;

/// Gives out aligned blocks of one range of addresses, the lowest that fits first; freed neighbours grow together
/// again.
public final class Pool {
    private final String name;
    private final long base;
    private final long bytes;
    /// Start → length of what is free, and of what is in use.
    private final TreeMap<Long, Long> free = new TreeMap<>();

    private final Map<Long, Long> used = new HashMap<>();

    public Pool(String name, long base, long bytes) {
        this.name = name;
        this.base = base;
        this.bytes = bytes;
        if (bytes > 0) {
            free.put(base, bytes);
        }
    }

    public String name() {
        return name;
    }

    public long freeBytes() {
        return free.values().stream().mapToLong(Long::longValue).sum();
    }

    public long largestBlock() {
        return free.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /// A block of at least one byte whose address is a multiple of `alignment`, a power of two.
    ///
    /// @throws AllocationError if no free block is large enough
    public long allocate(long size, long alignment) {
        if (size < 0 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException(size + " bytes aligned to " + alignment);
        }
        long wanted = Math.max(1, size);
        Map.Entry<Long, Long> block = free.firstEntry();
        while (block != null) {
            long start = block.getKey();
            long end = start + block.getValue();
            long address = (start + alignment - 1) & -alignment;
            if (address >= start && address <= end && end - address >= wanted) {
                free.remove(start);
                if (address > start) {
                    free.put(start, address - start);
                }
                if (end > address + wanted) {
                    free.put(address + wanted, end - address - wanted);
                }
                used.put(address, wanted);
                return address;
            }
            block = free.higherEntry(start);
        }
        throw new AllocationError(name, size, freeBytes(), largestBlock());
    }

    /// Takes a block back, by the address [#allocate] gave.
    public void free(long address) {
        Long length = used.remove(address);
        if (length == null) {
            boolean inside = address >= base && address < base + bytes;
            throw notInUse(address, name, inside ? "freed already, or never allocated" : "it belongs to another pool");
        }
        long start = address;
        long end = address + length;
        Map.Entry<Long, Long> before = free.floorEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
        }
        Long after = free.remove(end);
        if (after != null) {
            end += after;
        }
        free.put(start, end - start);
    }

    static DiagnosticException notInUse(long address, String where, String why) {
        return new DiagnosticException(Diagnostic.error(
                MachineCode.NOT_ALLOCATED,
                Span.none(),
                "0x" + Long.toHexString(address) + " is not in use in " + where + ": " + why));
    }
}
