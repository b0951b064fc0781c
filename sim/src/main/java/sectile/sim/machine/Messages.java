package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.fabric.Transfer;
import sectile.sim.ipcq.Arrival;
import sectile.sim.math.Tile;

/// Payloads and credits of all queues of a machine. The object of one that has arrived is the next one to be sent:
/// it is the one most likely still in the processor's cache, which is what a machine of many PEs spends its time
/// on.
final class Messages {
    private @Nullable Message free;

    /// A payload on its way to a peer.
    ///
    /// @param readyPs when the DMA engine has it
    /// @param line of the kernel that sends it
    Transfer payload(WiredPair way, Arrival arrival, @Nullable Tile value, long readyPs, String line) {
        Message message = take();
        message.way = way;
        message.arrival = arrival;
        message.readyPs = readyPs;
        message.extra = value == null && line.isEmpty() ? null : new Extra(value, line);
        return message;
    }

    /// A credit on its way to a peer.
    Transfer credit(WiredPair way) {
        Message message = take();
        message.way = way;
        return message;
    }

    private Message take() {
        Message message = free;
        if (message == null) {
            return new Message();
        }
        free = message.nextFree;
        return message;
    }

    private void giveBack(Message message) {
        message.nextFree = free;
        free = message;
    }

    /// What only runs with values, or runs that somebody listens to, send along.
    private record Extra(@Nullable Tile value, String line) {
        static final Extra NONE = new Extra(null, "");
    }

    private final class Message extends Transfer {
        private @Nullable Message nextFree;
        private @Nullable WiredPair way;
        /// What rides with a payload; a credit has nothing.
        private @Nullable Arrival arrival;

        private long readyPs;
        private @Nullable Extra extra;

        @Override
        protected void delivered() {
            WiredPair along = way;
            Arrival here = arrival;
            Extra more = extra == null ? Extra.NONE : extra;
            long ready = readyPs;
            arrival = null;
            extra = null;
            giveBack(this);
            if (along == null) {
                throw new IllegalStateException("a message without a way");
            }
            if (here == null) {
                along.credited();
            } else {
                along.arrived(here, more.value, ready, more.line);
            }
        }
    }
}
