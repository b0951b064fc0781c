package sectile.interp.machine;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sectile.base.observe.Actor;
import sectile.base.observe.Token;
import sectile.base.observe.Wait;
import sectile.interp.schedule.Channel;
import sectile.interp.schedule.Creation;

/// Counting flags between cores: each producer raises its own, a consumer takes one of every producer.
public final class Flags {
    private record Raised(Object event, String producer) {}

    private record Taken(Object event, String producer, String consumer) {}

    private final Creation creation;
    private final Map<Raised, Long> raised = new HashMap<>();
    private final Map<Taken, Long> taken = new HashMap<>();
    private final Map<Raised, Set<Actor>> producers = new HashMap<>();
    private final Channel changes = new Channel();

    Flags(Creation creation) {
        this.creation = creation;
    }

    public void raise(Core core, Object event, String producer) {
        var key = new Raised(event, producer);
        long turn = raised.merge(key, 1L, Long::sum);
        producers.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(core.actor());
        if (core.machine().isObserved()) {
            core.releases(token(key, turn), true);
        }
        changes.changed();
    }

    public void take(Core core, Object event, String consumer, List<String> from, String what) {
        for (String producer : from) {
            var key = new Taken(event, producer, consumer);
            var raise = new Raised(event, producer);
            long before = taken.getOrDefault(key, 0L);
            core.await(
                    changes,
                    () -> raised.getOrDefault(raise, 0L) > before,
                    () -> new Wait.Flag(what, producer, List.copyOf(producers.getOrDefault(raise, Set.of()))));
            taken.put(key, before + 1);
            if (core.machine().isObserved()) {
                core.acquires(token(raise, before + 1));
            }
        }
    }

    private Token token(Raised flag, long turn) {
        return new Token(
                Token.Kind.FLAG,
                creation + " " + flag.event() + " " + flag.producer(),
                turn,
                "the flag of " + flag.producer());
    }
}
