package sectile.base.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
import sectile.base.diag.Diagnostics;
import sectile.base.diag.Nearest;
import sectile.base.diag.SourceFile;
import sectile.base.diag.Span;

/// Builds nodes from the parser's events.
///
/// Nodes behind an alias are shared, not copied, yet code that walks the tree meets them again at each
/// alias. So every anchored node remembers how many nodes it represents, and the sum is bounded.
final class Composer {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_NODES = 1_000_000;
    private static final int MAX_CODE_POINTS = 64 << 20;
    private static final int LEAST_BUFFER = 1024;

    /// A finished node and the number of nodes met when walking it.
    private record Sized(YamlNode node, int size) {}

    /// Ends the work after the diagnostic was reported. It carries no trace, for it never leaves this class.
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1;

        Stop() {
            super(null, null, false, false);
        }
    }

    private final Positions positions;
    private final Diagnostics problems;
    private final Iterator<Event> events;
    private final Map<Anchor, Sized> anchors = new LinkedHashMap<>();
    private final List<Anchor> open = new ArrayList<>();
    private int nodes;

    Composer(SourceFile source, int start, Diagnostics problems) {
        this.problems = problems;
        boolean byteOrderMark = source.text().startsWith("\ufeff", start);
        this.positions = new Positions(source, byteOrderMark ? start + 1 : start);
        var settings = LoadSettings.builder()
                .setLabel(source.name())
                .setCodePointLimit(MAX_CODE_POINTS)
                // The parser copies what it has of a token with every buffer it reads: a long one takes one buffer.
                .setBufferSize(Math.max(LEAST_BUFFER, source.text().length()))
                .build();
        this.events = new Parse(settings).parseString(positions.text()).iterator();
    }

    Optional<YamlNode> document() {
        int errors = problems.errorCount();
        try {
            Optional<YamlNode> result = Optional.empty();
            while (events.hasNext()) {
                Event event = events.next();
                switch (event.getEventId()) {
                    case StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment -> {}
                    case Alias, Scalar, SequenceStart, MappingStart -> {
                        if (result.isPresent()) {
                            throw stop(
                                    YamlCode.SECOND_DOCUMENT,
                                    span(event),
                                    "a second document begins here",
                                    "a file holds one document");
                        }
                        result = Optional.of(node(event, 0).node());
                    }
                    case SequenceEnd, MappingEnd -> throw new IllegalStateException("unbalanced " + event);
                }
            }
            if (problems.errorCount() > errors) {
                return Optional.empty();
            }
            return result.or(() -> Optional.of(new YamlScalar("", false, positions.end())));
        } catch (Stop reported) {
            return Optional.empty();
        } catch (YamlEngineException malformed) {
            problems.add(SyntaxError.diagnostic(malformed, positions));
            return Optional.empty();
        }
    }

    private Sized node(Event event, int depth) {
        if (depth > MAX_DEPTH) {
            throw stop(YamlCode.TOO_DEEP, span(event), "nested deeper than " + MAX_DEPTH + " levels", "");
        }
        if (event instanceof AliasEvent alias) {
            return alias(alias);
        }
        Optional<Anchor> anchor = event instanceof NodeEvent named ? named.getAnchor() : Optional.empty();
        anchor.ifPresent(open::add);
        int before = nodes;
        count(1, event);
        YamlNode node = switch (event.getEventId()) {
            case Scalar -> scalar((ScalarEvent) event);
            case SequenceStart -> list((CollectionStartEvent) event, depth);
            case MappingStart -> map((CollectionStartEvent) event, depth);
            case Alias, StreamStart, StreamEnd, DocumentStart, DocumentEnd, Comment, SequenceEnd, MappingEnd ->
                throw new IllegalStateException("a node cannot begin with " + event);
        };
        var sized = new Sized(node, nodes - before);
        anchor.ifPresent(name -> {
            open.removeLast();
            anchors.put(name, sized);
        });
        return sized;
    }

    private Sized alias(AliasEvent alias) {
        Anchor name = alias.getAlias();
        Sized target = anchors.get(name);
        if (open.contains(name)) {
            throw stop(YamlCode.UNKNOWN_ANCHOR, span(alias), "`*" + name + "` is inside the value it names", "");
        }
        if (target == null) {
            var known = anchors.keySet().stream().map(Anchor::toString).toList();
            throw stop(
                    YamlCode.UNKNOWN_ANCHOR,
                    span(alias),
                    "`*" + name + "` has no `&" + name + "` before it",
                    Nearest.hint(name.toString(), known));
        }
        count(target.size(), alias);
        return target;
    }

    private void count(int more, Event event) {
        nodes += more;
        if (nodes > MAX_NODES) {
            throw stop(
                    YamlCode.TOO_LARGE,
                    span(event),
                    "the document expands to more than " + MAX_NODES + " values",
                    "use fewer aliases");
        }
    }

    private YamlScalar scalar(ScalarEvent event) {
        refuseTag(event.getTag(), event);
        return new YamlScalar(event.getValue(), !event.isPlain(), span(event));
    }

    private YamlList list(CollectionStartEvent start, int depth) {
        refuseTag(start.getTag(), start);
        List<YamlNode> items = new ArrayList<>();
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            items.add(node(event, depth + 1).node());
            event = events.next();
        }
        return new YamlList(
                items, span(start, event, items.isEmpty() ? Optional.empty() : Optional.of(items.getLast())));
    }

    private YamlMap map(CollectionStartEvent start, int depth) {
        refuseTag(start.getTag(), start);
        Map<String, YamlMap.Entry> entries = new LinkedHashMap<>();
        Optional<YamlNode> last = Optional.empty();
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            Span keySpan = span(event);
            if (!(node(event, depth + 1).node() instanceof YamlScalar key)) {
                throw stop(YamlCode.KEY_NOT_TEXT, keySpan, "a key must be a single word, not a list or a map", "");
            }
            YamlNode value = node(events.next(), depth + 1).node();
            last = Optional.of(value);
            YamlMap.Entry first = entries.putIfAbsent(key.text(), new YamlMap.Entry(key.text(), keySpan, value));
            if (first != null) {
                problems.add(Diagnostic.error(
                                YamlCode.DUPLICATE_KEY,
                                keySpan,
                                "the key `" + key.text() + "` appears twice in this map")
                        .hint("remove one of the two")
                        .note(first.keySpan(), "the first one is here"));
            }
            event = events.next();
        }
        return new YamlMap(entries, span(start, event, last));
    }

    private void refuseTag(Optional<String> tag, Event event) {
        tag.ifPresent(name -> problems.error(
                YamlCode.TAG, span(event), "tags like `" + name + "` are not supported", "leave it out"));
    }

    private Span span(Event event) {
        return positions.span(
                event.getStartMark().orElseThrow(), event.getEndMark().orElseThrow());
    }

    /// A collection in brackets ends with its bracket. One in lines ends with its last value: the parser
    /// itself would continue to where the next thing begins.
    private Span span(CollectionStartEvent start, Event end, Optional<YamlNode> last) {
        Span whole = positions.span(
                start.getStartMark().orElseThrow(), end.getEndMark().orElseThrow());
        boolean endsWithLast =
                !start.isFlow() && last.isPresent() && last.get().span().end() >= whole.start();
        int stop = endsWithLast ? Math.min(whole.end(), last.get().span().end()) : whole.end();
        return new Span(whole.source(), whole.start(), Math.max(stop, whole.start()));
    }

    private Stop stop(DiagnosticCode code, Span span, String message, String hint) {
        problems.error(code, span, message, hint);
        return new Stop();
    }
}
