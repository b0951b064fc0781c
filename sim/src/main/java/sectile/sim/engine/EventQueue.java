package sectile.sim.engine;

import org.jspecify.annotations.Nullable;

/// Pending events in the order (time, insertion).
///
/// Events come with their `time` set. None is earlier than the last event polled, nor earlier than a
/// limit for which polling found nothing due.
abstract sealed class EventQueue permits WheelQueue, ReferenceQueue {
    abstract void add(Event event);

    /// Removes and returns the first event if it is due no later than `limit`; null otherwise.
    abstract @Nullable Event poll(long limit);

    abstract boolean isEmpty();

    /// Removes all events and makes them idle.
    abstract void clear();
}
