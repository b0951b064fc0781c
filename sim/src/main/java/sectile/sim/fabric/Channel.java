package sectile.sim.fabric;

/// The virtual channels by purpose; on a machine with a single channel both share it.
public enum Channel {
    DATA("data"),
    /// Launches, completions, read requests and credits: small, and not to be stuck behind bulk data.
    CONTROL("control");

    private final String text;

    Channel(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
