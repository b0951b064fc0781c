package sectile.sim.kernel;

import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticException;
import sectile.base.diag.Span;
import sectile.sim.Place;
import sectile.sim.problem.KernelCode;

/// A receive that was asked for and not yet waited for; `Tl.await` gives its payload.
///
/// It belongs to the kernel body that asked. There is no way to ask whether the payload is here: a kernel that asked
/// again and again would not advance simulated time.
public interface RecvFuture {
    /// The direction it was asked of.
    String direction();

    /// For executors: a kernel waits for a future that is not its own.
    static DiagnosticException foreign(RecvFuture future, Place awaits) {
        return new DiagnosticException(Diagnostic.error(
                        KernelCode.OTHER_FUTURE,
                        Span.none(),
                        "the receive from `" + future.direction() + "` that " + awaits
                                + " waits for was not started by this kernel there")
                .hint("a future belongs to the kernel body that got it from recvAsync"));
    }

    /// For executors: a kernel has ended without waiting for what it asked for.
    static DiagnosticException neverAwaited(String direction, Place place) {
        return new DiagnosticException(Diagnostic.error(
                        KernelCode.RECEIVE_NOT_AWAITED,
                        Span.none(),
                        "the kernel on " + place + " ended without waiting for a receive it started from `" + direction
                                + "`")
                .hint("await every future of recvAsync: its message would keep its slot forever"));
    }
}
