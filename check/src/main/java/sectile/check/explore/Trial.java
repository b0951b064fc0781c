package sectile.check.explore;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.order.Order;
import sectile.base.order.Part;

/// One run of an exploration: makes the choices that lead to a node again, then adds new ones, and keeps
/// what each step did.
final class Trial implements Order, Observer {
    private final List<Node> nodes;
    private final List<Integer> chosen;
    private final Map<Integer, Footprint> asleep;
    private final Parts parts;
    private final boolean reduce;
    private final int maxSteps;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Long, Event.Block> blocked = new HashMap<>();
    private final Map<Long, Integer> partOf = new HashMap<>();
    private final int known;

    /// @param nodes those that lead to the first new choice
    /// @param chosen what is chosen in each
    /// @param asleep the parts that need not be tried in the last of them
    /// @param reduce whether runs that only repeat others are left out
    Trial(
            List<Node> nodes,
            List<Integer> chosen,
            Map<Integer, Footprint> asleep,
            Parts parts,
            boolean reduce,
            int maxSteps) {
        this.nodes = nodes;
        this.chosen = chosen;
        this.asleep = asleep;
        this.known = nodes.size();
        this.parts = parts;
        this.reduce = reduce;
        this.maxSteps = maxSteps;
    }

    /// The steps of the run; the first, before any choice, has no node.
    List<Step> steps() {
        return steps;
    }

    Parts parts() {
        return parts;
    }

    /// The state before a step.
    Node before(int step) {
        return nodes.get(step - 1);
    }

    List<Node> nodes() {
        return nodes;
    }

    /// How many nodes there were before the run.
    int known() {
        return known;
    }

    /// What each actor that has not continued waits for.
    Map<Long, Event.Block> blocked() {
        return blocked;
    }

    /// The part of an actor.
    int partOf(long actor) {
        return partOf.getOrDefault(actor, -1);
    }

    /// The choices among several, as they are recorded.
    List<String> choices() {
        var choices = new ArrayList<String>();
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).enabled.cardinality() > 1) {
                choices.add(parts.path(chosen.get(i)));
            }
        }
        return choices;
    }

    @Override
    public boolean interleaves() {
        return true;
    }

    @Override
    public void observe(Event event) {
        if (steps.isEmpty()) {
            steps.add(new Step(parts.number("0"), event.actor().id()));
            partOf.put(event.actor().id(), parts.number("0"));
        }
        switch (event) {
            case Event.Block block -> blocked.put(block.actor().id(), block);
            case Event.Resume resume -> blocked.remove(resume.actor().id());
            case Event.Access a -> {}
            case Event.Delay d -> {}
            case Event.Start s -> {}
            case Event.Join j -> {}
            case Event.Release r -> {}
            case Event.Acquire a -> {}
            case Event.End e -> {}
        }
        steps.getLast().add(event);
    }

    @Override
    public int next(List<? extends Part> ready) {
        if (steps.isEmpty()) {
            steps.add(new Step(parts.number("0"), -1));
        }
        int depth = steps.size() - 1;
        if (depth >= maxSteps) {
            throw new TooLong();
        }
        if (depth == nodes.size()) {
            open(ready, depth);
        }
        int part = chosen.get(depth);
        for (int i = 0; i < ready.size(); i++) {
            if (parts.number(ready.get(i).path()) == part) {
                long actor = ready.get(i).actor().id();
                partOf.put(actor, part);
                steps.add(new Step(part, actor));
                return i;
            }
        }
        throw new IllegalStateException("a run took another path after the same choices: part " + parts.path(part)
                + " cannot continue at step " + depth);
    }

    private void open(List<? extends Part> ready, int depth) {
        var node = depth == 0 ? new Node(null, -1) : new Node(nodes.getLast(), chosen.getLast());
        for (Part part : ready) {
            node.enabled.set(parts.number(part.path()));
        }
        int first = parts.number(ready.getFirst().path());
        if (!reduce) {
            node.wanted.or(node.enabled);
            add(node, first);
            return;
        }
        if (depth > 0) {
            Footprint last = steps.getLast().footprint();
            Map<Integer, Footprint> before = depth == known ? asleep : nodes.getLast().asleep;
            before.forEach((part, footprint) -> {
                if (!footprint.dependsOn(last)) {
                    node.asleep.put(part, footprint);
                }
            });
        }
        for (Part part : ready) {
            int number = parts.number(part.path());
            if (!node.asleep.containsKey(number)) {
                add(node, number);
                return;
            }
        }
        throw new Redundant();
    }

    private void add(Node node, int part) {
        node.tried = 1;
        node.wanted.clear(part);
        nodes.add(node);
        chosen.add(part);
    }

    /// Which parts could continue before a step.
    BitSet enabledBefore(int step) {
        return before(step).enabled;
    }
}
