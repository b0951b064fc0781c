package sectile.base.coroutine;

import java.util.Optional;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// What coroutines are made of. The choice changes speed, never behaviour.
public enum CoroutineKind {
    /// `jdk.internal.vm.Continuation`: fast, but the JVM must be started with
    /// `--add-exports java.base/jdk.internal.vm=ALL-UNNAMED`.
    CONTINUATION,

    /// A virtual thread per body, by the public API alone.
    VIRTUAL_THREAD;

    private static final String INTERNALS = "jdk.internal.vm";

    /// The JVM option that [#CONTINUATION] needs.
    public static final String JVM_OPTION = "--add-exports java.base/" + INTERNALS + "=ALL-UNNAMED";

    /// The fastest kind that this JVM was started for; [#notice()] reports what is lost if that is the slower one.
    public static CoroutineKind fastest() {
        return CONTINUATION.isAvailable() ? CONTINUATION : VIRTUAL_THREAD;
    }

    /// Whether this JVM was started so that it can have this kind.
    public boolean isAvailable() {
        return this == VIRTUAL_THREAD
                || Object.class.getModule().isExported(INTERNALS, CoroutineKind.class.getModule());
    }

    /// A note for the user of a JVM that has only the slower kind; a program shows it once.
    public static Optional<Diagnostic> notice() {
        if (CONTINUATION.isAvailable()) {
            return Optional.empty();
        }
        return Optional.of(Diagnostic.warning(
                        CoroutineCode.NO_CONTINUATIONS,
                        Span.none(),
                        "kernels run on virtual threads here: results are the same, but a simulation takes several times"
                                + " as long")
                .hint("start java with " + JVM_OPTION));
    }

    /// A new, independent factory.
    ///
    /// @throws IllegalStateException if this JVM was not started so that it can have this kind
    public CoroutineFactory create() {
        if (!isAvailable()) {
            throw new IllegalStateException("coroutines of kind " + this + " need the JVM option " + JVM_OPTION
                    + "; without it choose " + VIRTUAL_THREAD);
        }
        return switch (this) {
            case CONTINUATION -> new ContinuationCoroutines();
            case VIRTUAL_THREAD -> new VirtualThreadCoroutines();
        };
    }
}
