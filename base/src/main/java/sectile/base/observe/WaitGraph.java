package sectile.base.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.Span;

/// Who waits for what when nothing can continue: a node for every actor that has not ended, an edge to
/// every actor that could end its wait.
public final class WaitGraph {
    /// How many nodes a message shows.
    private static final int SHOWN = 16;

    /// An actor that has not ended.
    ///
    /// @param details further lines about its state, for example its queue pairs
    public record Node(Actor actor, Wait waiting, Span span, List<String> details) {
        public Node {
            details = List.copyOf(details);
        }

        public Node(Actor actor, Wait waiting, Span span) {
            this(actor, waiting, span, List.of());
        }
    }

    private final List<Node> nodes;
    private final SequencedMap<Long, List<Node>> edges = new LinkedHashMap<>();

    public WaitGraph(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
        for (Node node : this.nodes) {
            edges.put(
                    node.actor().id(),
                    this.nodes.stream().filter(other -> needs(node, other)).toList());
        }
    }

    private static boolean needs(Node node, Node other) {
        if (node == other) {
            return false;
        }
        return switch (node.waiting()) {
            case Wait.Meeting meeting ->
                meeting.ofRanks()
                        && meeting.missing().contains(other.actor().rank())
                        && !(other.waiting() instanceof Wait.End);
            case Wait.Cell c -> named(c, other);
            case Wait.Queue q -> named(q, other);
            case Wait.Flag f -> named(f, other);
            case Wait.End e -> named(e, other);
            case Wait.Machine m -> named(m, other);
        };
    }

    private static boolean named(Wait waiting, Node other) {
        return waiting.on().stream()
                .anyMatch(actor -> actor.id() == other.actor().id());
    }

    public List<Node> nodes() {
        return nodes;
    }

    /// The waiting actors that could end the wait of an actor.
    public List<Node> neededBy(Node node) {
        return edges.getOrDefault(node.actor().id(), List.of());
    }

    /// Nodes of which each needs the next and the last needs the first; empty when there is no such cycle.
    public List<Node> cycle() {
        for (Node start : nodes) {
            var path = new ArrayList<Node>();
            var seen = new java.util.HashSet<Long>();
            if (reaches(start, start, path, seen)) {
                return List.copyOf(path);
            }
        }
        return List.of();
    }

    private boolean reaches(Node from, Node goal, List<Node> path, java.util.Set<Long> seen) {
        path.add(from);
        for (Node next : neededBy(from)) {
            if (next == goal) {
                return true;
            }
            if (seen.add(next.actor().id()) && reaches(next, goal, path, seen)) {
                return true;
            }
        }
        path.removeLast();
        return false;
    }

    /// Nodes whose wait no waiting actor could end: what they need has ended, or was never there.
    public List<Node> withoutProducer() {
        return nodes.stream().filter(node -> neededBy(node).isEmpty()).toList();
    }

    /// One line per actor, at most a screenful, then the cycle.
    public List<String> lines() {
        var lines = new ArrayList<String>();
        for (Node node : nodes.subList(0, Math.min(SHOWN, nodes.size()))) {
            lines.add(text(node));
            node.details().forEach(detail -> lines.add("  " + detail));
        }
        if (nodes.size() > SHOWN) {
            lines.add("and " + (nodes.size() - SHOWN) + " more");
        }
        String cycle = cycleText();
        if (!cycle.isEmpty()) {
            lines.add(cycle);
        }
        return lines;
    }

    private static String text(Node node) {
        return node.actor() + " waits " + node.waiting().what();
    }

    /// The cycle in one line; empty when there is none.
    public String cycleText() {
        List<Node> cycle = cycle();
        if (cycle.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("cycle: ");
        for (Node node : cycle.subList(0, Math.min(SHOWN, cycle.size()))) {
            text.append(node.actor()).append(" -> ");
        }
        if (cycle.size() > SHOWN) {
            text.append("… (").append(cycle.size() - SHOWN).append(" more) -> ");
        }
        return text.append(cycle.getFirst().actor()).toString();
    }

    /// The graph as a diagnostic: at the first place where an actor waits, with a note for every actor,
    /// who last changed what it waits for, and the cycle or the wait that no actor can end.
    public Diagnostic diagnostic(String code, String message, String hint) {
        Span first = nodes.stream()
                .map(Node::span)
                .filter(span -> !span.isNone())
                .findFirst()
                .orElse(Span.none());
        Diagnostic report = Diagnostic.error(code, first, message).hint(hint);
        for (Node node : nodes.subList(0, Math.min(SHOWN, nodes.size()))) {
            report = report.note(node.span(), text(node));
            if (node.waiting().last().isPresent()) {
                Wait.Touch touch = node.waiting().last().get();
                report = report.note(touch.span(), touch.actor() + " " + touch.what() + " last");
            }
            for (String detail : node.details()) {
                report = report.note(Span.none(), detail);
            }
        }
        if (nodes.size() > SHOWN) {
            report = report.note(Span.none(), "and " + (nodes.size() - SHOWN) + " more");
        }
        String cycle = cycleText();
        if (!cycle.isEmpty()) {
            return report.note(Span.none(), cycle);
        }
        for (Node node : withoutProducer()) {
            report = report.note(Span.none(), missing(node));
            break;
        }
        return report;
    }

    private static String missing(Node node) {
        String who = node.actor().toString();
        return switch (node.waiting()) {
            case Wait.Cell cell ->
                cell.on().isEmpty()
                        ? "no actor has signalled " + cell.cell() + ", for which " + who + " waits"
                        : "no actor that is left can signal " + cell.cell() + ", for which " + who + " waits";
            case Wait.Queue queue ->
                "no actor that is left can " + (queue.element() ? "fill " : "empty ") + queue.queue() + ", for which "
                        + who + " waits";
            case Wait.Flag flag -> "no actor that is left raises " + flag.flag() + ", for which " + who + " waits";
            case Wait.Meeting meeting ->
                (meeting.ofRanks() ? "rank" : "participant")
                        + (meeting.missing().size() == 1 ? " " : "s ")
                        + String.join(
                                ", ",
                                meeting.missing().stream().map(String::valueOf).toList())
                        + (meeting.missing().size() == 1 ? " has" : " have") + " ended without arriving in "
                        + meeting.meeting();
            case Wait.End end -> who + " waits for " + end.of() + ", which cannot end";
            case Wait.Machine machine -> who + " waits " + machine.what() + ", which no actor ends";
        };
    }
}
