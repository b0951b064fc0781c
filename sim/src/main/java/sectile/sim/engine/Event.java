package sectile.sim.engine;

/// Something that happens at one moment of simulated time.
///
/// Scheduling an event allocates nothing, so a component that waits for at most one thing at a time
/// owns one event and schedules it again after each firing. An event is pending at most once at a
/// time; what may be in flight several times needs several objects.
public abstract class Event {
    static final int IDLE = -1;

    /// The engine's slot for this event while it is pending, [#IDLE] otherwise.
    int slot = IDLE;

    /// What happens. The engine's clock shows the moment this event was scheduled for, and the event
    /// is no longer pending, so it may schedule itself again.
    protected abstract void fire();

    /// Whether the event is scheduled and has not fired yet.
    public final boolean pending() {
        return slot != IDLE;
    }
}
