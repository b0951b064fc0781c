package sectile.sim.machine;

import org.jspecify.annotations.Nullable;
import sectile.sim.ipcq.QueuePair;

/// What a kernel body waits for.
enum Wait {
    NOTHING,
    /// A time, or an engine that will surely end.
    ENGINE,
    MESSAGE,
    ANY_MESSAGE,
    /// Room in the peer's ring.
    CREDIT;

    /// Whether a peer has to act for the wait to end.
    boolean isForPeer() {
        return this == MESSAGE || this == CREDIT;
    }

    /// What it is, in words.
    ///
    /// @param pair the direction concerned, if it is one
    /// @param sequence of the message waited for
    String text(@Nullable QueuePair pair, long sequence) {
        return switch (this) {
            case NOTHING, ENGINE -> "an engine";
            case ANY_MESSAGE -> "recv from any direction";
            case MESSAGE ->
                pair == null
                        ? "recv"
                        : "recv from `" + pair.direction() + "` (message " + sequence + " from " + pair.peer() + ", "
                                + pair.peerHead() + " arrived)";
            case CREDIT ->
                pair == null
                        ? "send"
                        : "send to `" + pair.direction() + "` (all "
                                + pair.config().slots() + " slots of " + pair.peer() + " are full)";
        };
    }
}
