package sectile.sim.engine;

/// What coroutines are made of. The choice changes speed, never behaviour.
public enum CoroutineKind {
    /// `jdk.internal.vm.Continuation`: fast, but the JVM must be started with
    /// `--add-exports java.base/jdk.internal.vm=ALL-UNNAMED`.
    CONTINUATION,

    /// A virtual thread per body, by the public API alone.
    VIRTUAL_THREAD;

    /// A new, independent factory.
    ///
    /// @throws IllegalStateException if this JVM was not started so that it can have this kind
    public CoroutineFactory create() {
        return switch (this) {
            case CONTINUATION -> ContinuationCoroutines.open();
            case VIRTUAL_THREAD -> new VirtualThreadCoroutines();
        };
    }
}
