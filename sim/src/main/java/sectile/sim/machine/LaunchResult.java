package sectile.sim.machine;

/// When things happened in a launch, in picoseconds of simulated time.
///
/// @param firstStartPs when the first PE began its kernel, `lastEndPs` when the last one ended
public record LaunchResult(long submittedPs, long completedPs, long firstStartPs, long lastEndPs) {
    /// From the host's call to the host's knowledge that all is done.
    public long latencyPs() {
        return completedPs - submittedPs;
    }

    /// While at least one PE may have been running.
    public long peExecutionPs() {
        return lastEndPs - firstStartPs;
    }

    /// Getting the launch out to the PEs, and the completions back.
    public long networkPs() {
        return latencyPs() - peExecutionPs();
    }
}
