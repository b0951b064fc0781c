package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.base.number.Tile;
import sectile.sim.fabric.Link;
import sectile.sim.fabric.Transfer;
import sectile.sim.ipcq.Arrival;
import sectile.sim.path.Cause;

/// Payloads and credits of all queues of a machine. The object of one that has arrived is the next one to be sent:
/// it is the one most likely still in the processor's cache, which is what a machine of many PEs spends its time
/// on.
final class Messages {
    private @Nullable Message free;

    /// A payload on its way to a peer.
    ///
    /// @param to the peer's queue, if known
    /// @param from whose DMA engine has had it since `readyPs`, and has booked it last
    Transfer payload(WiredPair way, @Nullable WiredPair to, Arrival arrival, Engines from, long readyPs) {
        Message message = take();
        message.way = way;
        message.to = to;
        message.arrival = arrival;
        message.from = from;
        message.readyPs = readyPs;
        message.takenPs = from.dmaOutFromPs();
        message.leftPs = from.dmaOutFreePs(from.channel(way));
        message.phase = from.phase();
        message.after = from.after();
        return message;
    }

    /// A credit on its way to a peer.
    Transfer credit(WiredPair way, @Nullable WiredPair to) {
        Message message = take();
        message.way = way;
        message.to = to;
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

    /// It knows where it goes and whence it came by itself, so that its sender's queue need not be fetched when it
    /// arrives.
    private final class Message extends Transfer {
        private @Nullable Message nextFree;
        private @Nullable WiredPair way;
        private @Nullable WiredPair to;
        private @Nullable Engines from;
        /// What rides with a payload; a credit has nothing.
        private @Nullable Arrival arrival;

        private long readyPs;
        /// When the DMA engine took it up, and when it had sent it.
        private long takenPs;
        private long leftPs;
        /// That of the kernel which sent it.
        private String phase = "";
        /// What had to happen for the DMA engine to take it up.
        private @Nullable Cause after;

        @Override
        protected void delayed(Link link, long sincePs, long untilPs) {
            Arrival.Carrier carrier = arrival == null ? null : arrival.carrier();
            Engines sender = from;
            Watch watch = sender == null ? null : sender.simulation().watch();
            if (watch != null && carrier != null) {
                watch.delay(carrier.actor(), link, sincePs, untilPs, carrier.span());
            }
        }

        @Override
        protected void delivered() {
            WiredPair target = to != null && to.isInstalled() ? to : null;
            WiredPair along = way;
            Arrival here = arrival;
            Engines sender = from;
            long ready = readyPs;
            long taken = takenPs;
            long left = leftPs;
            String asked = phase;
            Cause began = after;
            arrival = null;
            giveBack(this);
            if (along == null) {
                throw new IllegalStateException("a message without a route");
            }
            if (here == null || sender == null) {
                target = target == null ? along.findCreditTarget() : target;
                if (target != null) {
                    target.credited();
                }
                return;
            }
            Floor floor = sender.simulation().floor();
            Arrival.Carrier carrier = here.carrier();
            if (floor == null || carrier == null) {
                arrive(along, target, here, sender, ready, taken, left, asked, began);
            } else {
                WiredPair known = target;
                floor.offer(along.carrierPath(here.sequence()), carrier.actor(), () -> {
                    WiredPair still = known != null && known.isInstalled() ? known : null;
                    arrive(along, still, here, sender, ready, taken, left, asked, began);
                });
            }
        }

        /// A payload is in the ring of its receiver.
        private static void arrive(
                WiredPair along,
                @Nullable WiredPair known,
                Arrival here,
                Engines sender,
                long ready,
                long taken,
                long left,
                String asked,
                @Nullable Cause after) {
            Arrival.Cargo cargo = here.unload();
            sender.recordPayload(ready, taken, left, here.bytes(), cargo.line(), asked, after);
            Tile value = cargo.value();
            if (value != null) {
                sender.simulation().memory().write(here.address(), value.toBytes(), 0, value.byteSize());
            }
            Arrival.Carrier carrier = cargo.carrier();
            Watch watch = carrier == null ? null : sender.simulation().watch();
            if (watch != null && carrier != null) {
                watch.arrived(carrier.actor(), along, here.sequence(), here.address(), here.bytes(), carrier.span());
            }
            WiredPair target = known == null ? along.findPayloadTarget(here) : known;
            if (target != null) {
                if (value != null) {
                    target.wrote(here);
                }
                target.arrived(here);
            }
        }
    }
}
