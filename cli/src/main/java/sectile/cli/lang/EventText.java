package sectile.cli.lang;

import java.util.ArrayList;
import java.util.List;
import sectile.base.diag.Span;
import sectile.base.observe.Event;
import sectile.check.Operation;

/// Events of a run in words.
final class EventText {
    /// How many events of an operation are written out.
    private static final int SHOWN = 4;

    private EventText() {}

    /// What happens, without whose it is and where.
    static String what(Event event) {
        return switch (event) {
            case Event.Access access -> access.kind().verb() + " " + access.region();
            case Event.Start start -> "starts " + start.child();
            case Event.Join join -> "continues after the end of " + join.done();
            case Event.Release release -> "releases " + release.token();
            case Event.Acquire acquire -> "acquires " + acquire.token();
            case Event.Block block -> block.waiting().doing();
            case Event.Resume resume -> "continues";
            case Event.Delay delay -> "is delayed: it waits " + delay.by().what();
            case Event.End end -> "ends";
        };
    }

    /// The same of all that an operation does.
    static String what(Operation operation) {
        int more = operation.blocks() - 1;
        List<Event> events = operation.events();
        var parts = new ArrayList<>(
                events.stream().limit(SHOWN).map(EventText::what).toList());
        if (events.size() > SHOWN) {
            parts.add("and " + (events.size() - SHOWN) + " more");
        }
        return (more == 0 ? "" : "and " + more + (more == 1 ? " block" : " blocks") + " after it: ")
                + String.join("; ", parts);
    }

    /// A line with actor and place.
    static String line(Operation operation) {
        Span span = operation.span();
        return operation.actor() + " " + what(operation)
                + (span.isNone() ? "" : "  (" + span.source().name() + ":" + span.line() + ")");
    }
}
