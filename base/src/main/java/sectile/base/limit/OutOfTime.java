package sectile.base.limit;

import java.time.Duration;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// What is said when the time is over.
public final class OutOfTime {
    private OutOfTime() {}

    public static Diagnostic after(Duration limit) {
        return Diagnostic.error(
                        LimitCode.TIME, Span.none(), "the time limit of " + TimeSpan.text(limit) + " has passed")
                .hint("allow more with --timeout, such as --timeout " + TimeSpan.option(limit.multipliedBy(4))
                        + ", or --timeout none");
    }
}
