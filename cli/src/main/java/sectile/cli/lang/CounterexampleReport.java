package sectile.cli.lang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.SequencedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticRenderer;
import sectile.base.diag.Span;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.check.Finding;
import sectile.check.Verification;
import sectile.check.Verifier;
import sectile.report.html.Lanes;
import sectile.report.html.Prose;
import sectile.report.html.ReportPage;

/// The findings of a verification as a page: the explanation of each with its excerpts, and a run that shows it, with a
/// lane for every actor.
final class CounterexampleReport {
    /// Of longer runs the last events before the mistake are drawn.
    private static final int MOST = 300;
    /// A counter is drawn with its last signals.
    private static final int MOST_SIGNALS = 4;

    private final List<Event> events;
    private final NavigableSet<Integer> conflict = new TreeSet<>();

    private CounterexampleReport(List<Event> events) {
        this.events = events;
    }

    static ReportPage page(Verified verified, Verifier verifier) {
        Verification last = verified.last();
        ReportPage.Builder page = ReportPage.builder(verified.title(), "Sectile verification");
        page.add(new Prose("Verdict", verified.summary().strip(), true));
        var renderer = new DiagnosticRenderer();
        if (!verified.remarks().isEmpty()) {
            page.add(new Prose(
                    "Superfluous synchronisation",
                    String.join(
                            "\n",
                            verified.remarks().stream().map(renderer::render).toList()),
                    true));
        }
        int number = 0;
        for (Finding finding : last.findings()) {
            String name = name(finding.kind()) + (last.findings().size() == 1 ? "" : " " + ++number);
            Diagnostic diagnostic = finding.diagnostic();
            page.add(new Prose(name, renderer.render(diagnostic), true));
            List<Event> events = verifier.replay(finding.choices()).events();
            page.add(new CounterexampleReport(events).lanes(name + ": a run that shows it", finding));
        }
        return page.build();
    }

    private static String name(Finding.Kind kind) {
        return switch (kind) {
            case RACE -> "Race";
            case STUCK -> "Stuck run";
            case FAILURE -> "Failure";
            case RESULT -> "Result";
        };
    }

    private Lanes lanes(String title, Finding finding) {
        mark(finding);
        int end = conflict.isEmpty() ? events.size() : conflict.getLast() + 1;
        int from = Math.max(0, end - MOST);
        int to = Math.min(events.size(), from + MOST);
        SequencedSet<String> actors = new LinkedHashSet<>();
        events.subList(from, to).forEach(event -> actors.add(event.actor().toString()));
        List<String> names = List.copyOf(actors);
        var marks = new ArrayList<Lanes.Mark>();
        for (int i = from; i < to; i++) {
            Event event = events.get(i);
            Span span = event.span();
            marks.add(new Lanes.Mark(
                    i + 1,
                    names.indexOf(event.actor().toString()),
                    EventText.what(event),
                    span.isNone() ? "" : "line " + span.line(),
                    conflict.contains(i)));
        }
        String whole = from == 0 && to == events.size()
                ? title
                : title + ", events " + (from + 1) + " to " + to + " of " + events.size();
        return new Lanes(whole, names, marks, edges(from, to, finding));
    }

    /// Which events are the mistake: the two accesses of a race, the last waits of a stuck run.
    private void mark(Finding finding) {
        Diagnostic diagnostic = finding.diagnostic();
        switch (finding.kind()) {
            case RACE -> {
                last(diagnostic.span(), Event.Access.class::isInstance).ifPresent(conflict::add);
                if (!diagnostic.notes().isEmpty()) {
                    String actor = conflict.isEmpty()
                            ? ""
                            : events.get(conflict.iterator().next()).actor().toString();
                    last(
                                    diagnostic.notes().getFirst().span(),
                                    event -> event instanceof Event.Access
                                            && !event.actor().toString().equals(actor))
                            .ifPresent(conflict::add);
                }
            }
            case STUCK -> {
                var waiting = new HashMap<Long, Integer>();
                for (int i = 0; i < events.size(); i++) {
                    long actor = events.get(i).actor().id();
                    if (events.get(i) instanceof Event.Block) {
                        waiting.put(actor, i);
                    } else {
                        waiting.remove(actor);
                    }
                }
                conflict.addAll(waiting.values());
            }
            case FAILURE, RESULT -> last(diagnostic.span(), event -> true).ifPresent(conflict::add);
        }
    }

    private OptionalInt last(Span span, Predicate<Event> wanted) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i).span().equals(span) && wanted.test(events.get(i))) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /// From what starts, signals or ends to what follows it.
    private List<Lanes.Edge> edges(int from, int to, Finding finding) {
        var edges = new ArrayList<Lanes.Edge>();
        Map<Token, List<Integer>> released = new HashMap<>();
        Map<Long, Integer> started = new HashMap<>();
        Map<Long, Integer> last = new HashMap<>();
        for (int i = 0; i < to; i++) {
            Event event = events.get(i);
            var before = new ArrayList<Integer>();
            Integer start = started.remove(event.actor().id());
            if (start != null) {
                before.add(start);
            }
            if (event instanceof Event.Start child) {
                started.put(child.child().id(), i);
            } else if (event instanceof Event.Join join
                    && last.containsKey(join.done().id())) {
                before.add(last.getOrDefault(join.done().id(), i));
            } else if (event instanceof Event.Release release) {
                List<Integer> all = released.computeIfAbsent(release.token(), token -> new ArrayList<>());
                if (release.replaces()) {
                    all.clear();
                }
                all.add(i);
            } else if (event instanceof Event.Acquire acquire) {
                List<Integer> all = released.getOrDefault(acquire.token(), List.of());
                before.addAll(all.subList(Math.max(0, all.size() - MOST_SIGNALS), all.size()));
            }
            last.put(event.actor().id(), i);
            if (i >= from) {
                for (int earlier : before) {
                    if (earlier >= from) {
                        edges.add(new Lanes.Edge(earlier - from, i - from, false));
                    }
                }
            }
        }
        if (finding.kind() == Finding.Kind.RACE && conflict.size() == 2) {
            List<Integer> both = List.copyOf(conflict);
            if (both.getFirst() >= from && both.getLast() < to) {
                edges.add(new Lanes.Edge(both.getFirst() - from, both.getLast() - from, true));
            }
        }
        return edges;
    }
}
