package sectile.sim.kernel;

import sectile.base.diag.Span;

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

    /// Lets the kernel report where it is, when that is not on its Java stack (text kernels do).
    void locateBy(SpanSource spans);

    /// Returns where in its source the kernel is; [Span#none()] if not known.
    @FunctionalInterface
    interface SpanSource {
        Span span();
    }
}
