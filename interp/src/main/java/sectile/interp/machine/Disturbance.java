package sectile.interp.machine;

/// Something that goes wrong in a run.
///
/// @param rank the rank on which it does, or at one end of a link
/// @param peer the rank at the other end of a link; -1 for any
/// @param number which one of each kernel of the rank, from 0; [#EVERY] for all of them
public record Disturbance(Kind kind, int rank, int peer, long number) {
    /// Not one, but all.
    public static final long EVERY = -1;

    /// What goes wrong.
    public enum Kind {
        /// A kernel stops before it signals, waits, meets others, uses a pipe or the memory of another rank.
        ABORTED,
        /// A signal changes nothing.
        LOST_SIGNAL,
        /// A signal is on its way for any time while its sender goes on.
        DELAYED_SIGNAL,
        /// A wait is over at once.
        SKIPPED_WAIT,
        /// The slot of a pipe that is given back does not become free.
        LOST_CREDIT,
        /// Two ranks do not reach each other.
        FAILED_LINK
    }

    /// On whichever link it is.
    public Disturbance(Kind kind, int rank, long number) {
        this(kind, rank, -1, number);
    }

    /// Whether it is of what goes from one rank to another.
    boolean joins(int from, int to) {
        return peer < 0 ? rank == from : (rank == from && peer == to) || (rank == to && peer == from);
    }
}
