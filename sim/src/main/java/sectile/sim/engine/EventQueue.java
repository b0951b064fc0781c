package sectile.sim.engine;

/// Pending slots in the order (time, insertion).
///
/// Slots are small non-negative numbers handed out by the engine; each is in the queue at most once.
/// Nothing is added before the time of the last slot polled, or before a limit for which polling gave [#NONE].
abstract sealed class EventQueue permits WheelQueue, ReferenceQueue {
    static final int NONE = -1;

    abstract void add(int slot, long time);

    /// Removes and returns the first slot if it is due no later than `limit`, else [#NONE].
    abstract int poll(long limit);

    /// The time of the slot that [#poll(long)] returned last.
    abstract long polledTime();

    abstract boolean isEmpty();
}
