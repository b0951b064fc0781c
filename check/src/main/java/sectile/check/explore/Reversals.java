package sectile.check.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Event;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;

/// Finds, in a finished run, pairs of dependent steps that could have come in the other order, and asks
/// for runs in which they do. Source sets decide which part has to be tried for that: the ones that can be
/// first in such a run.
final class Reversals {
    private final Trial trial;
    private final List<Wish> wishes = new ArrayList<>();
    private final List<Step> steps;
    private final int parts;
    /// By step: how many steps its part had made before, plus one.
    private final int[] sequence;
    /// By part: the last step so far, or the one that started it.
    private final int[] last;

    /// By key of a footprint, the steps so far that have it.
    private final Map<String, BitSet> touching = new HashMap<>();

    private final Map<Token, int[]> tokens = new HashMap<>();
    private final Map<Long, int[]> starts = new HashMap<>();
    private final Map<Long, Integer> startedAt = new HashMap<>();

    /// Runs that are asked for: one that begins in a state with one of the parts.
    private record Wish(Node node, BitSet initials, int part) {}

    Reversals(Trial trial) {
        this.trial = trial;
        this.steps = trial.steps();
        this.parts = trial.parts().count();
        this.sequence = new int[steps.size()];
        this.last = new int[this.parts];
        Arrays.fill(last, -1);
    }

    /// @param from steps before this one were part of an earlier run, in which they were compared
    void find(int from) {
        int[] counts = new int[parts];
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            int part = step.part();
            sequence[i] = ++counts[part];
            int visible = visible(step);
            int[] clock = before(step, visible);
            clock = compared(i, part, clock, step.footprint(), last(step), polled(step), i >= from);
            clock[part] = sequence[i];
            step.clock(clock);
            step.after(pass(i, step, visible));
            last[part] = i;
            for (String key : step.footprint().keys()) {
                touching.computeIfAbsent(key, k -> new BitSet()).set(i);
            }
        }
        trial.blocked().values().forEach(this::compareBlocked);
    }

    /// The last step before which this one was not yet its part's next.
    private int last(Step step) {
        int own = last[step.part()];
        return own >= 0 ? own : startedAt.getOrDefault(step.actor(), -1);
    }

    /// The cells that a step waited for; empty if it did not wait.
    private static Footprint polled(Step step) {
        var polled = new Footprint();
        for (Event event : step.events()) {
            if (event instanceof Event.Access access && access.kind() == AccessKind.POLL) {
                polled.add(event);
            }
        }
        return polled;
    }

    /// How many events of a step belong to what it did, or was waiting for. A wait that ends at once after that is part
    /// of the step, but what was waited for does not come before what the step did.
    private static int visible(Step step) {
        List<Event> events = step.events();
        for (int i = events.size(); i > 0; i--) {
            if (Footprint.isTouching(events.get(i - 1))) {
                return i;
            }
        }
        int end = 0;
        while (end < events.size() && events.get(end) instanceof Event.Resume) {
            end++;
        }
        if (end < events.size() && events.get(end) instanceof Event.Acquire) {
            return end + 1;
        }
        while (end < events.size() && events.get(end) instanceof Event.Join) {
            end++;
        }
        return end;
    }

    /// What comes before a step without comparing it to others: its part's past, and what it waited for.
    private int[] before(Step step, int visible) {
        int previous = last[step.part()];
        int[] clock = previous >= 0
                ? steps.get(previous).after().clone()
                : starts.getOrDefault(step.actor(), new int[parts]).clone();
        step.events().subList(0, visible).forEach(event -> receive(event, clock));
        return clock;
    }

    private void receive(Event event, int[] clock) {
        if (event instanceof Event.Join join) {
            int done = trial.partOf(join.done().id());
            if (done >= 0 && last[done] >= 0) {
                join(clock, steps.get(last[done]).after());
            }
        } else if (event instanceof Event.Acquire acquire && acquire.token().kind() != Token.Kind.CELL) {
            int[] carried = tokens.get(acquire.token());
            if (carried != null) {
                join(clock, carried);
            }
        }
    }

    /// @return what comes before whatever follows the step
    private int[] pass(int index, Step step, int visible) {
        int[] clock = step.clock();
        for (int i = 0; i < step.events().size(); i++) {
            Event event = step.events().get(i);
            if (i == visible) {
                clock = clock.clone();
            }
            if (i >= visible) {
                receive(event, clock);
            }
            if (event instanceof Event.Start start) {
                starts.put(start.child().id(), clock.clone());
                startedAt.put(start.child().id(), index);
            } else if (event instanceof Event.Release release && release.token().kind() != Token.Kind.CELL) {
                join(tokens.computeIfAbsent(release.token(), t -> new int[parts]), clock);
            }
        }
        return clock;
    }

    private static void join(int[] into, int[] other) {
        for (int i = 0; i < other.length; i++) {
            into[i] = Math.max(into[i], other[i]);
        }
    }

    /// An actor that waits in vain for a cell, or for one end of a queue that others use as well, may have had
    /// its chance before they came.
    private void compareBlocked(Event.Block block) {
        int part = trial.partOf(block.actor().id());
        if (part < 0 || last[part] < 0) {
            return;
        }
        var footprint = new Footprint();
        switch (block.waiting()) {
            case Wait.Cell cell -> footprint.add(cell.region(), false);
            case Wait.Queue queue -> footprint.add(queue);
            case Wait.Flag f -> {}
            case Wait.End e -> {}
            case Wait.Meeting m -> {}
            case Wait.Engine e -> {}
            case Wait.Transfer t -> {}
            case Wait.Link l -> {}
            case Wait.Machine m -> {}
            case Wait.Aborted a -> {}
        }
        compared(steps.size(), part, steps.get(last[part]).after().clone(), footprint, last[part], footprint, true);
    }

    /// Compares a step with all before it, the latest first.
    ///
    /// @param clock what comes before it in any case
    /// @param previous the step after which it was its part's next one
    /// @param polled the cells whose values made it possible
    /// @return what comes before it in this run
    private int[] compared(
            int index, int part, int[] clock, Footprint footprint, int previous, Footprint polled, boolean isNew) {
        int[] all = clock.clone();
        if (footprint.isEmpty()) {
            return all;
        }
        BitSet near = near(footprint);
        var enabling = new ArrayList<Step>();
        for (int i = near.length() - 1; i >= 1; i = near.previousSetBit(i - 1)) {
            Step other = steps.get(i);
            if (other.part() == part || !footprint.dependsOn(other.footprint())) {
                continue;
            }
            int at = sequence[i];
            boolean race = clock[other.part()] < at;
            // A wait that was not yet possible without the other step stays behind it; but it may have been possible
            // before an earlier step, so that one is compared as well. And a later step that does not need the other
            // one may have made it possible in its place, as where a kernel takes whichever message comes first.
            boolean impossible = !polled.isEmpty()
                    && previous < i
                    && !trial.enabledBefore(i).get(part)
                    && enabling.stream().allMatch(later -> later.clock()[other.part()] >= at);
            if (polled.dependsOn(other.footprint())) {
                enabling.add(other);
            }
            if (race && !impossible) {
                if (isNew) {
                    want(i, index, part, all);
                }
                join(clock, other.clock());
            }
            join(all, other.clock());
        }
        return all;
    }

    /// The steps so far that have a key of a footprint.
    private BitSet near(Footprint footprint) {
        BitSet only = new BitSet();
        boolean copied = false;
        for (String key : footprint.keys()) {
            BitSet known = touching.get(key);
            if (known != null && only.isEmpty()) {
                only = known;
            } else if (known != null) {
                only = copied ? only : (BitSet) only.clone();
                copied = true;
                only.or(known);
            }
        }
        return only;
    }

    /// Asks for a run in which a step comes before another one.
    private void want(int first, int second, int part, int[] beforeSecond) {
        Node node = trial.before(first);
        BitSet initials = new BitSet();
        BitSet seen = new BitSet();
        int firstPart = steps.get(first).part();
        var kept = new ArrayList<Integer>();
        for (int i = first + 1; i < second; i++) {
            Step step = steps.get(i);
            if (step.clock()[firstPart] >= sequence[first]) {
                continue;
            }
            if (!seen.get(step.part())) {
                seen.set(step.part());
                if (!hasPredecessor(kept, step.clock(), step.part())) {
                    initials.set(step.part());
                }
            }
            kept.add(i);
        }
        if (!seen.get(part) && !hasPredecessor(kept, beforeSecond, part)) {
            initials.set(part);
        }
        initials.and(node.enabled);
        wishes.add(new Wish(node, initials, part));
    }

    /// Adds the runs that were asked for to what is left to explore.
    ///
    /// @param changed hears of every node that has more to try
    void apply(Consumer<Node> changed) {
        for (Wish wish : wishes) {
            Node node = wish.node;
            if (wish.initials.isEmpty()) {
                node.wanted.or(node.enabled);
                changed.accept(node);
            } else if (!wish.initials.intersects(node.wanted)
                    && wish.initials.stream()
                            .noneMatch(part -> node.asleep.containsKey(part) || node.starting == part)) {
                node.wanted.set(wish.initials.get(wish.part) ? wish.part : wish.initials.nextSetBit(0));
                changed.accept(node);
            }
        }
    }

    private boolean hasPredecessor(List<Integer> kept, int[] clock, int part) {
        for (int i : kept) {
            int other = steps.get(i).part();
            if (other != part && clock[other] >= sequence[i]) {
                return true;
            }
        }
        return false;
    }
}
