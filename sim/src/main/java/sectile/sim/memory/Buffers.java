package sectile.sim.memory;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sectile.base.array.DType;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.problem.KernelCode;

/// The buffers of a machine whose element type is known, by physical address. Memory outside them takes elements of
/// every type.
public final class Buffers {
    private final TreeMap<Long, Buffer> byAddress = new TreeMap<>();
    private int changes;

    /// Elements of one type, side by side in one memory.
    public record Buffer(long address, long bytes, DType dtype) {
        public boolean holds(long physical) {
            return physical >= address && physical < address + bytes;
        }

        /// An access that begins inside; a diagnostic if it ends outside.
        public void check(long physical, long count) {
            if (count > address + bytes - physical) {
                throw new DiagnosticException(Diagnostic.error(
                                KernelCode.BEYOND_BUFFER,
                                Span.none(),
                                "an access of " + count + " bytes at 0x" + Long.toHexString(physical)
                                        + " runs over the end of its buffer: " + (address + bytes - physical)
                                        + " bytes are left of the " + bytes + " bytes of " + dtype.text() + " at 0x"
                                        + Long.toHexString(address))
                        .hint("addresses count bytes: element i of " + dtype.text() + " is at "
                                + (dtype.isSubByte() ? "a fraction of i bytes" : dtype.bits() / 8 + " × i")));
            }
        }
    }

    public void add(Buffer buffer) {
        if (buffer.bytes > 0) {
            byAddress.put(buffer.address, buffer);
            changes++;
        }
    }

    public void remove(long address) {
        if (byAddress.remove(address) != null) {
            changes++;
        }
    }

    /// How often the table has changed, for callers that keep what they have found.
    public int changes() {
        return changes;
    }

    /// The buffer an address lies in.
    public @Nullable Buffer at(long physical) {
        Map.Entry<Long, Buffer> before = byAddress.floorEntry(physical);
        return before != null && before.getValue().holds(physical) ? before.getValue() : null;
    }
}
