package sectile.sim.machine;

/// What a kernel body waits for.
enum Awaited {
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
}
