package sectile.check.race;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import sectile.base.diag.Diagnostic;
import sectile.base.observe.AccessKind;
import sectile.base.observe.Actor;
import sectile.base.observe.Event;
import sectile.base.observe.Observer;
import sectile.base.observe.Storage;
import sectile.base.observe.Token;

/// Finds races in one run: conflicting accesses that are not ordered by what the run reported, whichever
/// came first in time. In strong order a release passes on all that its actor did before, and an acquisition
/// receives it. In silicon order a signal passes on what its actor wrote only up to the last fence.
public final class RaceDetector implements Observer {
    private final Map<Long, History> actors = new HashMap<>();
    private final Map<Token, Clock> tokens = new HashMap<>();
    private final IdentityHashMap<Storage, Shadow> memories = new IdentityHashMap<>();
    private final SequencedMap<Race.Cause, List<Found>> found = new LinkedHashMap<>();
    private final boolean weak;

    public RaceDetector() {
        this(MemoryOrder.STRONG);
    }

    public RaceDetector(MemoryOrder order) {
        this.weak = order == MemoryOrder.SILICON;
    }

    /// A race, before the rest of the run shows what is missing.
    private record Found(Shadow.Entry first, Shadow.Entry second, boolean fenceMissing) {}

    @Override
    public void observe(Event event) {
        History self = actor(event.actor());
        switch (event) {
            case Event.Start start -> {
                // A signal on its way passes on what it would have passed on at once.
                Clock known = start.child().kind() == Actor.Kind.SIGNAL ? self.signalled() : self.all();
                actors.put(start.child().id(), history(start.child(), known));
                self.pass("the start of " + start.child(), start.span());
            }
            case Event.Join join -> self.clock().join(actor(join.done()).all());
            case Event.Release release -> {
                Clock passed = passed(self, release.token().kind());
                Clock carried = tokens.get(release.token());
                if (carried == null || release.replaces()) {
                    tokens.put(release.token(), passed);
                } else {
                    carried.join(passed);
                }
                self.pass(release.token().text(), release.span());
            }
            case Event.Acquire acquire -> acquired(self, acquire.token());
            case Event.Access access -> accessed(self, access);
            case Event.End end -> self.pass("the end of " + end.actor(), end.span());
            case Event.Block b -> {}
            case Event.Delay d -> {}
            case Event.Resume r -> {}
        }
    }

    private History actor(Actor actor) {
        History known = actors.get(actor.id());
        if (known == null) {
            known = history(actor, new Clock());
            actors.put(actor.id(), known);
        }
        return known;
    }

    private History history(Actor actor, Clock clock) {
        int number = actors.size();
        return weak ? new History(actor, 2 * number, 2 * number + 1, clock) : new History(actor, number, number, clock);
    }

    private static Clock passed(History self, Token.Kind kind) {
        return switch (kind) {
            case CELL -> self.signalled();
            // All ranks continue with everything complete.
            case MEETING -> {
                self.fence();
                yield self.all();
            }
            case ELEMENT, CREDIT, FLAG, ENGINE, TRANSFER, FENCE, KERNEL -> self.all();
        };
    }

    private void acquired(History self, Token token) {
        if (token.kind() == Token.Kind.FENCE) {
            self.fence();
            return;
        }
        self.await(token.text());
        Clock carried = tokens.get(token);
        if (carried != null && token.kind() == Token.Kind.TRANSFER) {
            self.fence(carried);
        } else if (carried != null) {
            self.clock().join(carried);
        }
    }

    private void accessed(History self, Event.Access access) {
        Shadow shadow = memories.computeIfAbsent(access.region().memory(), memory -> new Shadow(memory.bytes()));
        AccessKind kind = access.kind();
        var entry = Shadow.Entry.of(access, self);
        shadow.overlapping(access.region(), old -> {
            if (old.access().kind().conflictsWith(kind) && !old.isBefore(self)) {
                report(new Found(old, entry, weak && old.isSignalledTo(self)));
            }
        });
        shadow.add(
                entry,
                old -> old.isBefore(self)
                        && access.region().covers(old.access().region())
                        && replaces(kind, old.access().kind()));
    }

    /// Whether all that conflicts with an older access conflicts with a newer one, too.
    private static boolean replaces(AccessKind newer, AccessKind older) {
        return newer == older || (newer == AccessKind.WRITE);
    }

    private void report(Found race) {
        Race whole = explained(race);
        found.computeIfAbsent(whole.cause(), cause -> new ArrayList<>()).add(race);
    }

    private static Race explained(Found race) {
        History first = race.first().history();
        History second = race.second().history();
        Optional<Sync> missing = first.firstAfter(race.first().ownEpoch());
        return new Race(
                race.first().access(),
                race.second().access(),
                first.lastSeenBy(race.second().knowledge()),
                second.lastSeenBy(race.first().knowledge()),
                missing,
                missing.filter(sync -> second.isAwaiting(sync.what())),
                second.firstAfter(race.second().ownEpoch()).filter(sync -> first.isAwaiting(sync.what())),
                race.fenceMissing());
    }

    /// How many causes of races were found so far.
    public int count() {
        return found.size();
    }

    /// One race for every cause, in the order in which they were found.
    public List<Race> races() {
        return found.values().stream()
                .map(List::getFirst)
                .map(RaceDetector::explained)
                .toList();
    }

    /// One diagnostic for every cause.
    public List<Diagnostic> diagnostics() {
        return found.values().stream()
                .map(races -> explained(races.getFirst()).diagnostic(races.size()))
                .toList();
    }
}
