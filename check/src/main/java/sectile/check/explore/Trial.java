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
import sectile.interp.schedule.Fiber;

/// One run of an exploration: makes the choices on the stack again, then adds new ones, and keeps what
/// each step did.
final class Trial implements Order, Observer {
    private final List<Choice> stack;
    private final Parts parts;
    private final boolean reduce;
    private final int maxSteps;
    private final List<Step> steps = new ArrayList<>();
    private final Map<Long, Event.Block> blocked = new HashMap<>();
    private final Map<Long, Integer> partOf = new HashMap<>();

    /// @param stack the choices so far; grows
    /// @param reduce whether runs that only repeat others are left out
    Trial(List<Choice> stack, Parts parts, boolean reduce, int maxSteps) {
        this.stack = stack;
        this.parts = parts;
        this.reduce = reduce;
        this.maxSteps = maxSteps;
    }

    /// The steps of the run; the first, before any choice, is not on the stack.
    List<Step> steps() {
        return steps;
    }

    /// What each actor that has not continued waits for.
    Map<Long, Event.Block> blocked() {
        return blocked;
    }

    /// The part of an actor.
    int partOf(long actor) {
        return partOf.getOrDefault(actor, -1);
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
        if (depth == stack.size()) {
            stack.add(open(ready, depth));
        }
        Choice choice = stack.get(depth);
        for (int i = 0; i < ready.size(); i++) {
            if (parts.number(ready.get(i).path()) == choice.chosen) {
                long actor = ((Fiber) ready.get(i)).actor().id();
                partOf.put(actor, choice.chosen);
                steps.add(new Step(choice.chosen, actor));
                return i;
            }
        }
        throw new IllegalStateException("a run took another path after the same choices: part "
                + parts.path(choice.chosen) + " cannot continue at step " + depth);
    }

    private Choice open(List<? extends Part> ready, int depth) {
        var choice = new Choice();
        for (Part part : ready) {
            choice.enabled.set(parts.number(part.path()));
        }
        if (!reduce) {
            choice.wanted.or(choice.enabled);
            choice.chosen = parts.number(ready.getFirst().path());
            return choice;
        }
        if (depth > 0) {
            Footprint last = steps.getLast().footprint();
            stack.get(depth - 1).asleep.forEach((part, footprint) -> {
                if (!footprint.dependsOn(last)) {
                    choice.asleep.put(part, footprint);
                }
            });
        }
        for (Part part : ready) {
            int number = parts.number(part.path());
            if (!choice.asleep.containsKey(number)) {
                choice.chosen = number;
                choice.wanted.set(number);
                return choice;
            }
        }
        throw new Redundant();
    }

    /// Which parts could continue before a step.
    BitSet enabledBefore(int step) {
        return stack.get(step - 1).enabled;
    }
}
