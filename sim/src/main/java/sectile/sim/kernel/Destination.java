package sectile.sim.kernel;

/// Where `recv` copies a payload instead of handing out the slot.
public record Destination(long address, Space space) {}
