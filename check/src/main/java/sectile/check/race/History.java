package sectile.check.race;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import sectile.base.diag.Span;
import sectile.base.observe.Actor;

/// What one actor knows of the others, and by what it ordered others after itself.
final class History {
    private final Actor actor;
    private final int index;
    private final int writes;
    private final Clock clock;
    private final Clock fenced = new Clock();
    private final List<Sync> passed = new ArrayList<>();
    private final Set<String> awaited = new HashSet<>();
    private int write = 1;

    /// @param index its place in clocks
    /// @param writes the place of what it wrote; the same where its signals pass that on as well
    History(Actor actor, int index, int writes, Clock clock) {
        this.actor = actor;
        this.index = index;
        this.writes = writes;
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

    /// The place of what it writes.
    int writes() {
        return writes;
    }

    /// When it writes now.
    int writeEpoch() {
        return isWeak() ? write : epoch();
    }

    private boolean isWeak() {
        return writes != index;
    }

    /// What it wrote so far comes before what it signals from now on.
    void fence() {
        if (isWeak()) {
            clock.set(writes, write++);
        }
    }

    /// What ended, though not for this actor itself, comes before what it signals from now on.
    void fence(Clock ended) {
        fenced.join(ended);
    }

    /// What a signal passes on.
    Clock signalled() {
        if (fenced.isEmpty()) {
            return clock.copy();
        }
        Clock all = clock.copy();
        all.join(fenced);
        return all;
    }

    /// All that it did, what it wrote included, as a synchronisation inside a rank passes it on.
    Clock all() {
        Clock all = signalled();
        if (isWeak()) {
            all.set(writes, write++);
        }
        return all;
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

    /// It waits for a token.
    void await(String what) {
        awaited.add(what);
    }

    /// Whether it waits for a token in this run.
    boolean isAwaiting(String what) {
        return awaited.contains(what);
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
