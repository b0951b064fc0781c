package sectile.sim.memory;

import java.util.HashMap;
import java.util.Map;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.MachineCode;

/// Gives out contiguous virtual ranges, per SIP, above all physical addresses.
public final class VirtualRanges {
    /// Ranges begin on a page, so that tensors do not share one.
    private static final long PAGE_BYTES = 4096;

    private static final int MOST_PHYSICAL_BITS = 61;

    private final int physicalBits;
    private final Map<Integer, Pool> pools = new HashMap<>();

    public VirtualRanges(int physicalBits) {
        this.physicalBits = physicalBits;
    }

    public long allocate(int sip, long bytes) {
        // More than half of all addresses is more than any pool has; so the rounding cannot overflow.
        long asked = Math.clamp(bytes, 1, Long.MAX_VALUE / 2);
        return pool(sip).allocate(Math.ceilDiv(asked, PAGE_BYTES) * PAGE_BYTES, PAGE_BYTES);
    }

    public void free(int sip, long address) {
        pool(sip).free(address);
    }

    private Pool pool(int sip) {
        return pools.computeIfAbsent(sip, s -> {
            if (physicalBits > MOST_PHYSICAL_BITS) {
                throw new DiagnosticException(Diagnostic.error(
                        MachineCode.NO_VIRTUAL_ADDRESSES,
                        Span.none(),
                        "physical addresses of " + physicalBits + " bits leave no room for virtual ones: at most "
                                + MOST_PHYSICAL_BITS + " do"));
            }
            long base = 1L << physicalBits;
            return new Pool("sip" + s + ".virtual", base, base);
        });
    }
}
