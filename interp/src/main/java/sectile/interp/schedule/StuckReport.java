package sectile.interp.schedule;

import java.util.List;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// Says who waits for what when nobody can go on.
final class StuckReport {
    private StuckReport() {}

    static Diagnostic of(List<Fiber> fibers) {
        Span span = Span.none();
        for (Fiber fiber : fibers) {
            if (span.isNone() && fiber.waiting != null) {
                span = fiber.waiting.get().span();
            }
        }
        Diagnostic report = Diagnostic.error(
                        "EXEC-201",
                        span,
                        "the program is stuck: " + (fibers.size() == 1 ? "it waits" : "everyone waits")
                                + " for something that will not come")
                .hint("every wait needs a notify, a push, a partner or a task that is still going to run");
        for (Fiber fiber : fibers) {
            if (fiber.waiting != null) {
                Waiting waiting = fiber.waiting.get();
                report = report.note(waiting.span(), fiber.name() + " waits " + waiting.what());
            }
        }
        return report;
    }
}
