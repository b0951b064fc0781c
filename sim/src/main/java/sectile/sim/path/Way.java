package sectile.sim.path;

/// What a transfer passes on its way between two moments: latencies of links and overheads of nodes.
public interface Way {
    /// Hears of each in order.
    void delays(Delays each);

    /// Is told of a delay; says whether it wants to hear of the next.
    interface Delays {
        boolean delay(Resource resource, long units);
    }
}
