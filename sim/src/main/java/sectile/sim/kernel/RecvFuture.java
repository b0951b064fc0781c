package sectile.sim.kernel;

/// A receive that was asked for and not yet waited for; `Tl.await` gives its payload.
public interface RecvFuture {
    /// Whether waiting would not block.
    boolean arrived();
}
