package sectile.check.explore;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import sectile.base.observe.Event;
import sectile.base.observe.Region;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;

/// What a step touches, by names that are the same in every order: two steps whose footprints are
/// independent can change places without any part noticing.
final class Footprint {
    private record Bytes(String memory, Region region, boolean writes) {}

    private final List<Bytes> bytes = new ArrayList<>(2);
    private final List<String> objects = new ArrayList<>(1);
    /// The same by the names that a wait knows, which several objects may have.
    private final List<String> names = new ArrayList<>(1);
    private final List<String> wanted = new ArrayList<>(0);

    void add(Event event) {
        switch (event) {
            case Event.Access access -> add(access.region(), access.kind().writes());
            case Event.Release release -> add(release.token(), true);
            case Event.Acquire acquire -> add(acquire.token(), false);
            case Event.Start s -> {}
            case Event.Join j -> {}
            case Event.Block b -> {}
            case Event.Resume r -> {}
            case Event.Delay d -> {}
            case Event.End e -> {}
        }
    }

    /// Whether an event touches something.
    static boolean isTouching(Event event) {
        return switch (event) {
            case Event.Access a -> true;
            case Event.Release release -> isUsedInTurn(release.token());
            case Event.Acquire acquire -> isUsedInTurn(acquire.token());
            case Event.Start s -> false;
            case Event.Join j -> false;
            case Event.Block b -> false;
            case Event.Resume r -> false;
            case Event.Delay d -> false;
            case Event.End e -> false;
        };
    }

    void add(Region region, boolean writes) {
        bytes.add(new Bytes(region.memory().key(), region, writes));
    }

    private void add(Token token, boolean releases) {
        if (isUsedInTurn(token)) {
            objects.add(token.kind() + (releases ? " to " : " from ") + token.object());
            names.add(token.kind() + (releases ? " to " : " from ") + token.text());
        }
    }

    /// One end of a queue, or a flag, is used by one part after the other. Cells are compared by their
    /// bytes, those who arrive at a meeting do so in any order, and an engine serves the core it belongs to.
    private static boolean isUsedInTurn(Token token) {
        return switch (token.kind()) {
            case ELEMENT, CREDIT, FLAG -> true;
            case CELL, MEETING, ENGINE, TRANSFER, FENCE, KERNEL -> false;
        };
    }

    /// The end of a queue that a part waits for: it depends on all others that used the same end.
    void add(Wait.Queue queue) {
        wanted.add(Token.Kind.ELEMENT + (queue.element() ? " from " : " to ") + queue.queue());
    }

    /// What others must have for this to depend on them, or they on this: the memories and the ends of queues.
    Set<String> keys() {
        Set<String> keys = new HashSet<>(4);
        bytes.forEach(part -> keys.add(part.memory));
        keys.addAll(objects);
        keys.addAll(names);
        keys.addAll(wanted);
        return keys;
    }

    boolean isEmpty() {
        return bytes.isEmpty() && objects.isEmpty() && wanted.isEmpty();
    }

    boolean dependsOn(Footprint other) {
        for (Bytes mine : bytes) {
            for (Bytes theirs : other.bytes) {
                if ((mine.writes || theirs.writes)
                        && mine.memory.equals(theirs.memory)
                        && mine.region.meets(theirs.region)) {
                    return true;
                }
            }
        }
        for (String mine : objects) {
            if (other.objects.contains(mine)) {
                return true;
            }
        }
        for (String mine : wanted) {
            if (other.names.contains(mine)) {
                return true;
            }
        }
        return false;
    }
}
