package sectile.sim.trace;

/// A time during which a link carried something, or a control processor handled a message.
///
/// @param name of the link or processor, such as `sip0.io->cube0` or `sip0.io_cpu`
/// @param what it was about: the channel of a link, `message` for a processor
/// @param bytes carried, 0 for a processor
/// @param line of the kernel or host program that asked for it, `FILE:LINE`; "" if not known, or if none did
public record Occupancy(Kind kind, String name, String what, long startPs, long endPs, long bytes, String line) {
    /// What was occupied.
    public enum Kind {
        PROCESSOR,
        LINK
    }

    /// The same with its time counted from `originPs`.
    public Occupancy since(long originPs) {
        return new Occupancy(kind, name, what, startPs - originPs, endPs - originPs, bytes, line);
    }
}
