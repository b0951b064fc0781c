package sectile.sim.fabric;

/// The virtual channels by purpose; on a machine with a single channel both share it.
public enum Channel {
    DATA,
    /// Launches, completions, read requests and credits: small, and not to be stuck behind bulk data.
    CONTROL
}
