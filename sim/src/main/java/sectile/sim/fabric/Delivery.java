package sectile.sim.fabric;

/// What happens when the last byte of a transfer has arrived.
@FunctionalInterface
public interface Delivery {
    void delivered();

    /// A link on the way was busy with something else, so that a piece of the transfer had to wait. Told only where
    /// the fabric's owner asked for it.
    default void delayed(Link link, long sincePs, long untilPs) {}
}
