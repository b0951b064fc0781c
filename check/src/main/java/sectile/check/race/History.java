package sectile.check.race;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;

/// What one actor knows of the others, and by what it ordered others after itself.
final class History {
    private final Actor actor;
    private final int index;
    private final Clock clock;
    private final List<Sync> passed = new ArrayList<>();

    History(Actor actor, int index, Clock clock) {
        this.actor = actor;
        this.index = index;
        this.clock = clock;
        clock.set(index, 1);
    }

    Actor actor() {
        return actor;
    }

    int index() {
        return index;
    }

    Clock clock() {
        return clock;
    }

    /// Now.
    int epoch() {
        return clock.of(index);
    }

    /// All that happened so far is passed on; what follows is not.
    void pass(String what, Span span) {
        passed.add(new Sync(epoch(), what, span));
        clock.set(index, epoch() + 1);
    }

    /// The last synchronisation that an actor with this knowledge has seen.
    Optional<Sync> lastSeenBy(Clock other) {
        int known = other.of(index);
        Optional<Sync> last = Optional.empty();
        for (Sync sync : passed) {
            if (sync.epoch() <= known) {
                last = Optional.of(sync);
            }
        }
        return last;
    }

    /// The first synchronisation that passes an epoch on.
    Optional<Sync> firstAfter(int epoch) {
        return passed.stream()
                .filter(sync -> sync.epoch() >= epoch && !sync.span().isNone())
                .findFirst();
    }
}
