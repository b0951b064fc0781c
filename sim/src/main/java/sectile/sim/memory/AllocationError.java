package sectile.sim.memory;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.MachineCode;

/// A pool has no block of the size asked for.
public final class AllocationError extends DiagnosticException {
    private static final long serialVersionUID = 1L;

    private final String pool;
    private final long asked;
    private final long free;
    private final long largest;

    public AllocationError(String pool, long asked, long free, long largest) {
        super(List.of(Diagnostic.error(
                        MachineCode.OUT_OF_MEMORY,
                        Span.none(),
                        pool + " cannot give " + asked + " bytes: " + free + " are free, the largest block has "
                                + largest)
                .hint(
                        free >= asked
                                ? "the free bytes are in pieces: free neighbouring blocks"
                                : "free something first")));
        this.pool = pool;
        this.asked = asked;
        this.free = free;
        this.largest = largest;
    }

    public String pool() {
        return pool;
    }

    public long asked() {
        return asked;
    }

    public long free() {
        return free;
    }

    public long largest() {
        return largest;
    }
}
