package sectile.sim.topology;

import sectile.base.diag.Diagnostics;
import sectile.base.diag.Span;
import sectile.sim.component.Bandwidth;
import sectile.sim.component.Quantities;

/// Checks that what is moved in one piece takes a time that can be counted.
final class TransferTime {
    private TransferTime() {}

    static void check(Bandwidth bandwidth, long bytes, String what, Span span, Diagnostics problems) {
        try {
            // Twice, because such times are added up.
            bandwidth.picoseconds(Math.multiplyExact(bytes, 2));
        } catch (ArithmeticException e) {
            String message = "a chunk of " + Quantities.sizeText(bytes) + " on " + what + " at " + bandwidth
                    + " takes longer than the simulator's clock can count";
            String hint = "raise the bandwidth or lower `system.fabric.chunk_bytes`";
            TopologyCode.TRANSFER_TOO_LONG.report(problems, span, message, hint);
        }
    }
}
