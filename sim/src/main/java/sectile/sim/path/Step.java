package sectile.sim.path;

import org.jspecify.annotations.Nullable;

/// Work of one resource, and what it had to wait for. Times are in units of the fabric.
public final class Step {
    /// More than a launch takes on any machine: several for each node and link on its way. Launches of kernels that do
    /// nothing follow each other without end.
    private static final int LAUNCH_STEPS = 1_000;

    private final @Nullable Step before;
    private final @Nullable Step other;
    private final @Nullable Way way;
    private final long start;
    private final long end;
    private final Resource resource;
    private final Origin origin;
    private final Cause purpose;
    private final @Nullable Cause held;
    /// Its number among those that are kept.
    private int number = -1;

    Step(
            @Nullable Step before,
            @Nullable Step other,
            @Nullable Way way,
            long start,
            long end,
            Resource resource,
            Origin origin,
            Cause purpose,
            @Nullable Cause held) {
        this.before = before;
        this.other = other;
        this.way = way;
        this.start = start;
        this.end = end;
        this.resource = resource;
        this.origin = origin;
        this.purpose = purpose;
        this.held = held;
    }

    /// What had to end for it to begin; null at the beginning of everything.
    @Nullable
    Step before() {
        return before;
    }

    /// What it needed, too, and was there earlier.
    @Nullable
    Step other() {
        return other;
    }

    /// What was passed between the end of the step before and the start of this one.
    @Nullable
    Way way() {
        return way;
    }

    long start() {
        return start;
    }

    public long end() {
        return end;
    }

    public Resource resource() {
        return resource;
    }

    public Origin origin() {
        return origin;
    }

    /// Why others wait for it.
    public Cause purpose() {
        return purpose;
    }

    /// Why it had to wait for the step before, if that was for another reason than the purpose of that step.
    public @Nullable Cause held() {
        return held;
    }

    /// What that waits for which follows it: its purpose, unless it is no work and was itself held up for a reason.
    public Cause cause() {
        Step at = this;
        Step earlier = before;
        while (at.held == null && earlier != null && at.passes(earlier)) {
            at = earlier;
            earlier = at.before;
        }
        Cause reason = at.held;
        return reason != null && at.end == at.start ? reason : at.purpose;
    }

    /// The same; if that is a launch which had to wait for the end of a task, that.
    public Cause causeOrTask() {
        Cause cause = cause();
        if (cause == Cause.LAUNCH) {
            Step at = this;
            for (int i = 0; i < LAUNCH_STEPS && at != null && at.purpose == Cause.LAUNCH; i++) {
                if (at.held == Cause.TASK) {
                    return Cause.TASK;
                }
                at = at.before;
            }
        }
        return cause;
    }

    /// Whether it only says what else is needed after an earlier step.
    private boolean passes(Step earlier) {
        return start == end
                && end == earlier.end
                && purpose == earlier.purpose
                && resource == earlier.resource
                && origin == earlier.origin;
    }

    int number() {
        return number;
    }

    void number(int newNumber) {
        number = newNumber;
    }
}
