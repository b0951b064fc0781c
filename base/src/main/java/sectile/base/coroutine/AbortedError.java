package sectile.base.coroutine;

/// Thrown into a body that keeps catching the reason for its end and suspending again.
///
/// It is an error so that `catch (RuntimeException e)` in a loop does not hold it.
public final class AbortedError extends Error {
    private static final long serialVersionUID = 1L;

    AbortedError() {
        super("the body is being aborted and must not suspend any more");
    }
}
