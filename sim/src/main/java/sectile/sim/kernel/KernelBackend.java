package sectile.sim.kernel;

import java.util.Optional;

/// Where a kernel runs: performs what the kernel requests. [Tl] is its only caller.
public interface KernelBackend {
    KernelCore core();

    /// Performs a request and returns its answer, of the type that the request declares.
    Object perform(Request<?> request);

    /// The same, for callers.
    @SuppressWarnings("unchecked") // A request declares the type of its answer.
    default <A> A ask(Request<A> request) {
        return (A) perform(request);
    }

    /// Lets the kernel report its present line, when that is not on its Java stack (text kernels do).
    void locateBy(LineSource lines);

    /// Returns the kernel's present source line, like `ring.py:17`.
    @FunctionalInterface
    interface LineSource {
        Optional<String> line();
    }
}
