package sectile.interp.machine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sectile.interp.schedule.Channel;

/// Counting flags between cores: each producer raises its own, a consumer takes one of every producer.
public final class Flags {
    private record Raised(Object event, String producer) {}

    private record Taken(Object event, String producer, String consumer) {}

    private final Map<Raised, Long> raised = new HashMap<>();
    private final Map<Taken, Long> taken = new HashMap<>();
    private final Channel changes = new Channel();

    public void raise(Core core, Object event, String producer) {
        core.machine().observer().released(core.actor(), new Raised(event, producer), core.span());
        raised.merge(new Raised(event, producer), 1L, Long::sum);
        changes.changed();
    }

    public void take(Core core, Object event, String consumer, List<String> producers, String what) {
        for (String producer : producers) {
            var key = new Taken(event, producer, consumer);
            long before = taken.getOrDefault(key, 0L);
            core.await(
                    changes,
                    () -> raised.getOrDefault(new Raised(event, producer), 0L) > before,
                    () -> "for " + what + " from " + producer);
            taken.put(key, before + 1);
            core.machine().observer().acquired(core.actor(), new Raised(event, producer), core.span());
        }
    }
}
