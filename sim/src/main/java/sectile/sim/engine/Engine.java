package sectile.sim.engine;

import sectile.base.diag.Span;
import sectile.base.limit.Limits;

/// The clock and the event loop of one simulated machine.
///
/// Time is in whole picoseconds. Events fire in the order (time, order of scheduling), also those
/// scheduled for the present moment by an event that is firing. An engine belongs to one thread at a time.
public final class Engine {
    /// How many events fire between two looks at the limits, minus one: a mask.
    private static final long CHECK_MASK = (1 << 12) - 1;

    private final EventQueue queue;
    private final Limits limits;
    private long now;
    private long fired;
    private boolean running;
    private boolean stopRequested;

    /// An engine at time 0 with nothing pending.
    public Engine() {
        this(Limits.none());
    }

    /// The same within limits, which end [#run()] with [sectile.base.limit.LimitReached].
    public Engine(Limits limits) {
        this(new WheelQueue(), limits);
    }

    private Engine(EventQueue queue, Limits limits) {
        this.queue = queue;
        this.limits = limits;
    }

    /// An engine on a plain binary heap: the same order by the simplest means, for checking and comparing.
    public static Engine reference() {
        return new Engine(new ReferenceQueue(), Limits.none());
    }

    /// The present simulated time in picoseconds.
    public long now() {
        return now;
    }

    /// How many events have fired since the engine was made.
    public long eventsFired() {
        return fired;
    }

    /// Whether no event is pending.
    public boolean isIdle() {
        return queue.isEmpty();
    }

    /// Fires `event` after `delayPs` picoseconds; 0 means now, after everything already scheduled for now.
    public void schedule(Event event, long delayPs) {
        long time = now + delayPs;
        if ((delayPs | time) < 0) {
            throw badDelay(delayPs);
        }
        enqueue(event, time);
    }

    /// Fires `event` at `timePs`, which must not lie in the past.
    public void scheduleAt(Event event, long timePs) {
        if (timePs < now) {
            throw new IllegalArgumentException(
                    "cannot schedule at " + timePs + " ps: the time is already " + now + " ps");
        }
        enqueue(event, timePs);
    }

    /// Runs `action` after `delayPs` picoseconds. Allocates; a hot component owns an [Event] instead.
    public void schedule(long delayPs, Runnable action) {
        schedule(new Action(action), delayPs);
    }

    private void enqueue(Event event, long time) {
        if (event.time != Event.IDLE) {
            throw new IllegalStateException("event " + event + " is already pending for " + event.time
                    + " ps; it cannot be scheduled for " + time + " ps as well");
        }
        event.time = time;
        queue.add(event);
    }

    private IllegalArgumentException badDelay(long delayPs) {
        return new IllegalArgumentException(
                delayPs < 0
                        ? "cannot schedule with a negative delay of " + delayPs + " ps"
                        : "a delay of " + delayPs + " ps from " + now + " ps is past the end of simulated time");
    }

    /// Fires events until none is pending or [#stop()] is called.
    public void run() {
        loop(Long.MAX_VALUE);
    }

    /// Fires every event due up to and including `timePs`, then moves the clock there.
    ///
    /// Returns whether events are still pending. After [#stop()] the clock stays where it was.
    public boolean runUntil(long timePs) {
        if (timePs < now) {
            throw new IllegalArgumentException(
                    "cannot run until " + timePs + " ps: the time is already " + now + " ps");
        }
        if (loop(timePs)) {
            now = timePs;
        }
        return !queue.isEmpty();
    }

    /// Makes the running [#run()] or [#runUntil(long)] return once the event that is firing is done.
    /// What is pending stays pending and can be run later.
    public void stop() {
        if (!running) {
            throw new IllegalStateException("stop() outside run(): there is nothing to stop");
        }
        stopRequested = true;
    }

    /// Drops everything that is pending; dropped events may be scheduled again. The clock stays.
    public void clear() {
        queue.clear();
    }

    /// Returns false if it was stopped, true if nothing due is left.
    private boolean loop(long limit) {
        if (running) {
            throw new IllegalStateException("the engine is already running; an event cannot run it again");
        }
        running = true;
        stopRequested = false;
        try {
            while (!stopRequested) {
                Event event = queue.poll(limit);
                if (event == null) {
                    return true;
                }
                now = event.time;
                event.time = Event.IDLE;
                if ((++fired & CHECK_MASK) == 0) {
                    limits.progress().count(fired, "events", now);
                    limits.check(Span.none());
                }
                event.fire();
            }
            return false;
        } finally {
            running = false;
        }
    }

    private static final class Action extends Event {
        private final Runnable body;

        Action(Runnable body) {
            this.body = body;
        }

        @Override
        protected void fire() {
            body.run();
        }

        @Override
        public String toString() {
            return body.toString();
        }
    }
}
