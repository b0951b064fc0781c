package sectile.cli.lang;

import sectile.base.diag.Span;
import sectile.base.observe.Event;

/// Events of a run in words.
final class EventText {
    private EventText() {}

    /// What happens, without whose it is and where.
    static String what(Event event) {
        return switch (event) {
            case Event.Access access -> access.kind().verb() + " " + access.region();
            case Event.Start start -> "starts " + start.child();
            case Event.Join join -> "continues after the end of " + join.done();
            case Event.Release release -> "releases " + release.token();
            case Event.Acquire acquire -> "acquires " + acquire.token();
            case Event.Block block -> "waits " + block.waiting().what();
            case Event.Resume resume -> "continues";
            case Event.Delay delay -> "is delayed: it waits " + delay.by().what();
            case Event.End end -> "ends";
        };
    }

    /// A line with actor and place.
    static String line(Event event) {
        Span span = event.span();
        return event.actor() + " " + what(event)
                + (span.isNone() ? "" : "  (" + span.source().name() + ":" + span.line() + ")");
    }
}
