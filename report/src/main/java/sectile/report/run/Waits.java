package sectile.report.run;

import sectile.sim.path.Cause;
import sectile.sim.trace.Op;

/// What an operation waited for.
final class Waits {
    private Waits() {}

    /// As the names of causes; empty if it did not wait. A store may wait for its engine before, and for links after.
    static String of(Op op) {
        String before = op.waitPs() == 0 ? "" : cause(op).text();
        String after = op.flightPs() == 0 ? "" : Cause.LINK.text();
        return before.isEmpty() || after.isEmpty() ? before + after : before + " " + after;
    }

    /// What had to happen for it to begin; empty if that is not known.
    static String beginsAfter(Op op) {
        Cause after = op.after();
        return after == null ? "" : after.text();
    }

    private static Cause cause(Op op) {
        return switch (op.lane()) {
            case IPCQ -> Messages.isSend(op) ? Cause.CREDIT : Cause.MESSAGE;
            case DMA_IN -> Cause.LINK;
            case DMA_OUT, SCHEDULER, GEMM, MATH -> Cause.ENGINE;
        };
    }
}
