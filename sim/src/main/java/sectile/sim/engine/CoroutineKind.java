package sectile.sim.engine;

/// What coroutines are made of. The choice changes speed, never behaviour.
public enum CoroutineKind {
    /// `jdk.internal.vm.Continuation`: fast, but the JVM must be started with
    /// `--add-exports java.base/jdk.internal.vm=ALL-UNNAMED`.
    CONTINUATION {
        @Override
        public CoroutineFactory create() {
            return ContinuationCoroutines.open();
        }
    },
    /// A virtual thread per body, by the public API alone.
    VIRTUAL_THREAD {
        @Override
        public CoroutineFactory create() {
            return new VirtualThreadCoroutines();
        }
    };

    /// A new, independent factory.
    public abstract CoroutineFactory create();
}
