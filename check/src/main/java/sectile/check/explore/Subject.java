package sectile.check.explore;

import sectile.base.observe.Observer;
import sectile.base.order.Order;

/// A program with its inputs, which can be run again and again in different orders of its concurrent parts.
public interface Subject {
    /// Runs it once.
    ///
    /// @param observer hears of all that happens
    /// @throws sectile.base.diag.DiagnosticException if the run is stuck, or does something it must not
    /// @throws OtherSteps if the runs so far were not divided into the right steps and must all be done anew
    Answer run(Order order, Observer observer);

    /// The same, for a thread that runs it at the same time as others do.
    default Subject apart() {
        return this;
    }

    /// A subject has learned that what it reported so far does not tell all orders apart.
    final class OtherSteps extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public OtherSteps(Throwable cause) {
            super(cause);
        }
    }
}
