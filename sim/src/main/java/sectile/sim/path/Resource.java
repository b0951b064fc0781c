package sectile.sim.path;

/// What works: it would have to be faster for the work to take less time.
///
/// @param name of this one, such as `sip0.io->switch` or `sip0.cube0.pe0.gemm`
/// @param setting the component or link of the topology file that decides its speed, such as
///     `system.links.switch_sip`; empty if none does
public record Resource(Kind kind, String name, String setting) {
    /// What a resource is.
    public enum Kind {
        /// An engine of a PE.
        ENGINE("engine"),
        /// A link, by its bandwidth.
        LINK("link"),
        /// The latency of a link or the overhead of a node that a transfer passes.
        LATENCY("latency"),
        /// A control processor.
        PROCESSOR("processor"),
        /// Nothing of the machine.
        NONE("none");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /// For what has no length.
    public static final Resource NONE = new Resource(Kind.NONE, "", "");

    /// All resources of a sort: the last word of the setting, such as `switch_sip` or `pe_gemm`.
    public String sort() {
        return setting.isEmpty() ? name : setting.substring(setting.lastIndexOf('.') + 1);
    }
}
