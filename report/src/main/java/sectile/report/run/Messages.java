package sectile.report.run;

import sectile.sim.trace.Lane;
import sectile.sim.trace.Op;

/// Which operations are the two ends of a message.
final class Messages {
    private Messages() {}

    static boolean isSend(Op op) {
        return op.lane() == Lane.IPCQ && op.flow() != 0 && op.name().startsWith("send");
    }

    static boolean isReceive(Op op) {
        return op.lane() == Lane.IPCQ && op.flow() != 0 && op.name().startsWith("recv");
    }
}
