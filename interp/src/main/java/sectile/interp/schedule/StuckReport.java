package sectile.interp.schedule;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// Says who waits for what when nobody can go on.
public final class StuckReport {
    private StuckReport() {}

    /// What each fiber waits for.
    ///
    /// @param fibers those that have not ended
    public static Diagnostic of(List<? extends Fiber> fibers) {
        Span span = Span.none();
        for (Fiber fiber : fibers) {
            Waiting waiting = fiber.waiting();
            if (span.isNone() && waiting != null) {
                span = waiting.span();
            }
        }
        Diagnostic report = Diagnostic.error(
                        "EXEC-201",
                        span,
                        "the program is stuck: " + (fibers.size() == 1 ? "it waits" : "everyone waits")
                                + " for something that will not come")
                .hint("every wait needs a notify, a push, a partner or a task that is still going to run");
        for (Fiber fiber : fibers) {
            Waiting waiting = fiber.waiting();
            if (waiting != null) {
                report = report.note(waiting.span(), fiber.name() + " waits " + waiting.what());
            }
        }
        return report;
    }
}
