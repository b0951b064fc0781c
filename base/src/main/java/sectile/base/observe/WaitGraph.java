package sectile.base.observe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.diag.DiagnosticCode;
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
    private final SequencedMap<Long, Node> byActor = new LinkedHashMap<>();

    public WaitGraph(List<Node> nodes) {
        this.nodes = List.copyOf(nodes);
        this.nodes.forEach(node -> byActor.put(node.actor().id(), node));
    }

    public List<Node> nodes() {
        return nodes;
    }

    /// The waiting actors that could end the wait of an actor.
    public List<Node> neededBy(Node node) {
        return switch (node.waiting()) {
            case Wait.Meeting meeting -> participants(node, meeting);
            case Wait.Cell c -> named(node, c);
            case Wait.Queue q -> named(node, q);
            case Wait.Flag f -> named(node, f);
            case Wait.End e -> named(node, e);
            case Wait.Engine e -> named(node, e);
            case Wait.Transfer t -> named(node, t);
            case Wait.Link l -> named(node, l);
            case Wait.Machine m -> named(node, m);
            case Wait.Aborted a -> List.of();
        };
    }

    private List<Node> participants(Node node, Wait.Meeting meeting) {
        return !meeting.ofRanks()
                ? List.of()
                : nodes.stream()
                        .filter(other -> other != node
                                && meeting.missing().contains(other.actor().rank())
                                && !(other.waiting() instanceof Wait.End))
                        .toList();
    }

    private List<Node> named(Node node, Wait waiting) {
        var found = new ArrayList<Node>();
        for (Actor actor : waiting.on()) {
            Node other = byActor.get(actor.id());
            if (other != null && other != node && !found.contains(other)) {
                found.add(other);
            }
        }
        return found;
    }

    /// Nodes of which each needs the next and the last needs the first; empty when there is no such cycle.
    public List<Node> cycle() {
        // Thousands of kernels may wait for each other, so this is not recursive and visits each node once.
        var finished = new HashSet<Long>();
        for (Node start : nodes) {
            var path = new LinkedHashMap<Long, Iterator<Node>>();
            Node at = start;
            while (at != null && !finished.contains(at.actor().id())) {
                long id = at.actor().id();
                Iterator<Node> edges = path.get(id);
                if (edges == null) {
                    edges = neededBy(at).iterator();
                    path.put(id, edges);
                }
                Node next = null;
                while (next == null && edges.hasNext()) {
                    Node candidate = edges.next();
                    if (path.containsKey(candidate.actor().id())) {
                        return from(path, candidate);
                    }
                    next = finished.contains(candidate.actor().id()) ? null : candidate;
                }
                if (next != null) {
                    at = next;
                } else {
                    finished.add(id);
                    path.remove(id);
                    at = path.isEmpty() ? null : byActor.get(path.lastEntry().getKey());
                }
            }
        }
        return List.of();
    }

    private List<Node> from(SequencedMap<Long, Iterator<Node>> path, Node first) {
        var cycle = new ArrayList<Node>();
        for (long id : path.keySet()) {
            if (!cycle.isEmpty() || id == first.actor().id()) {
                cycle.add(Objects.requireNonNull(byActor.get(id)));
            }
        }
        return List.copyOf(cycle);
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
        return node.actor() + " " + node.waiting().doing();
    }

    /// The cycle in one line; empty when there is none.
    public String cycleText() {
        List<Node> cycle = cycle();
        if (cycle.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("cycle: ");
        for (Node node : cycle.subList(0, Math.min(SHOWN, cycle.size()))) {
            text.append(brief(node)).append(" -> ");
        }
        if (cycle.size() > SHOWN) {
            text.append("… (").append(cycle.size() - SHOWN).append(" more) -> ");
        }
        return text.append(brief(cycle.getFirst())).toString();
    }

    private static String brief(Node node) {
        return node.actor().place().isEmpty()
                ? node.actor().toString()
                : node.actor().place();
    }

    /// The graph as a diagnostic: at the first place where an actor waits, with a note for every actor,
    /// who last changed what it waits for, and the cycle or the wait that no actor can end.
    public Diagnostic diagnostic(DiagnosticCode code, String message, String hint) {
        Span place = nodes.stream()
                .map(Node::span)
                .filter(span -> !span.isNone())
                .findFirst()
                .orElse(Span.none());
        Diagnostic report = Diagnostic.error(code, place, message).hint(hint);
        // Kernels often wait at one line, which is shown once.
        var byPlace = new LinkedHashMap<Span, List<Node>>();
        for (Node node : nodes.subList(0, Math.min(SHOWN, nodes.size()))) {
            byPlace.computeIfAbsent(node.span(), span -> new ArrayList<>()).add(node);
        }
        for (List<Node> together : byPlace.values()) {
            var text = new ArrayList<String>();
            for (Node node : together) {
                text.add(text(node));
                node.details().forEach(detail -> text.add("  " + detail));
            }
            report = report.note(together.getFirst().span(), String.join("\n", text));
            for (Node node : together) {
                if (node.waiting().last().isPresent()) {
                    Wait.Touch touch = node.waiting().last().get();
                    report = report.note(touch.span(), touch.actor() + " " + touch.what() + " last");
                }
            }
        }
        if (nodes.size() > SHOWN) {
            report = report.note(Span.none(), "and " + (nodes.size() - SHOWN) + " more");
        }
        String cycle = cycleText();
        if (!cycle.isEmpty()) {
            return report.note(Span.none(), cycle);
        }
        List<Node> without = withoutProducer();
        // What is missing is missing because of those that were aborted.
        Node first = without.stream()
                .filter(node -> node.waiting() instanceof Wait.Aborted)
                .findFirst()
                .orElse(without.isEmpty() ? null : without.getFirst());
        return first == null ? report : report.note(Span.none(), missing(first));
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
            case Wait.Engine engine -> who + " waits " + engine.what() + ", which does not finish";
            case Wait.Transfer transfer -> who + " waits " + transfer.what() + ", which does not arrive";
            case Wait.Link link -> who + " waits " + link.what() + ", which is not freed";
            case Wait.Machine machine -> who + " waits " + machine.what() + ", which no actor ends";
            case Wait.Aborted a -> who + " was aborted, and what it had still to do does not happen";
        };
    }
}
