package sectile.sim.engine;

import org.jspecify.annotations.Nullable;

/// Something that happens at one moment of simulated time.
///
/// An event carries its own place in the queue, so scheduling allocates nothing: a component that
/// waits for at most one thing at a time owns one event and schedules it again after each firing. An
/// event is pending at most once at a time; what may be in flight several times needs several objects.
public abstract class Event {
    static final long IDLE = -1;

    /// Moment of firing in picoseconds, or [#IDLE] when not pending.
    long time = IDLE;

    /// The neighbour in the queue's list; null whenever the event is not pending.
    @Nullable
    Event next;

    /// What happens. The engine's clock shows the moment this event was scheduled for, and the event
    /// is no longer pending, so it may schedule itself again.
    protected abstract void fire();

    /// Whether the event is scheduled and has not fired yet.
    public final boolean pending() {
        return time != IDLE;
    }
}
