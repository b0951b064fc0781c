package sectile.interp.observe;

/// Who does something: one fiber of a run.
///
/// @param id unique in the run, in order of creation
/// @param rank the device it works on; -1 for the host
/// @param task the task it belongs to; 0 for none
/// @param function the function it was started for
/// @param block which block of the launch
/// @param lane which vector core of the block's group
public record Actor(long id, int rank, long task, String function, long block, long lane) {
    @Override
    public String toString() {
        return (rank < 0 ? "host" : "rank " + rank)
                + (task == 0 ? "" : ", task " + task)
                + ", " + function
                + (block < 0 ? "" : ", block " + block)
                + (lane < 0 ? "" : ", lane " + lane);
    }
}
