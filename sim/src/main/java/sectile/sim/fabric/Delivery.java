package sectile.sim.fabric;

/// What happens when the last byte of a transfer has arrived.
@FunctionalInterface
public interface Delivery {
    void delivered();
}
