package sectile.base.observe;

/// Something that acts on its own: its operations happen in program order, and nothing orders them after
/// those of another actor but an [Event] that reports it.
///
/// @param id unique in a run
/// @param kind what it is
/// @param rank the device it works on; -1 for the host
/// @param task the task it belongs to; 0 for none
/// @param function the function or kernel it was started for
/// @param block which block of a launch; -1 for none
/// @param lane which vector core of a group; -1 for none
/// @param place where on a machine, for example a PE; empty when it has no place
public record Actor(long id, Kind kind, int rank, long task, String function, long block, long lane, String place) {
    /// What an actor is.
    public enum Kind {
        HOST,
        ORCHESTRATOR,
        TASK,
        BLOCK,
        CORE,
        /// An engine of a core.
        ENGINE,
        /// A transfer, whose core may have gone on.
        TRANSFER,
        /// A signal on its way, whose sender has gone on.
        SIGNAL
    }

    /// Whether it works for the same task, block and lane, as a transfer does for its core.
    public boolean isBeside(Actor other) {
        return rank == other.rank
                && task == other.task
                && function.equals(other.function)
                && block == other.block
                && lane == other.lane;
    }

    @Override
    public String toString() {
        return (rank < 0 ? "host" : "rank " + rank)
                + (task == 0 ? "" : ", task " + task)
                + (function.isEmpty() ? "" : ", " + function)
                + (block < 0 ? "" : ", block " + block)
                + (lane < 0 ? "" : ", lane " + lane)
                + (place.isEmpty() ? "" : ", " + place);
    }
}
