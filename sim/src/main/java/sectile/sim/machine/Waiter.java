package sectile.sim.machine;

/// What continues when what was waited for is there.
sealed interface Waiter permits Body, Ahead {
    /// Runs until something has to be waited for again. Called by events only, never by the kernel.
    void resume();
}
