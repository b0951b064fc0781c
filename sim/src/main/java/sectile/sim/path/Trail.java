package sectile.sim.path;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Notes the steps of a run. There is one for a machine that is [traced][Tracing], and none for others.
///
/// Whatever happens, happens at the end of some step: that is [#now()]. Code that books time ahead makes a step of it
/// and lets it be `now` when the time has come.
public final class Trail {
    /// What [Tracing#SHORT_PATH] notes at most in a run with values, which takes longer than noting: some 60 MiB.
    private static final int MOST_STEPS = 1_000_000;
    /// The same where only time is simulated.
    private static final int MOST_STEPS_WITHOUT_VALUES = 100_000;

    private final @Nullable List<Step> kept;
    private final Map<Long, Step> known = new HashMap<>();
    private Step now;
    /// What `now` becomes when something asks for it.
    private @Nullable Later later;
    /// What continues a step at once, if that is noted already.
    private @Nullable Step continuing;
    /// How many steps may still be noted.
    private long left;

    private Runnable givenUp = () -> {};

    /// A step that is noted only if something asks for it.
    public interface Later {
        Step step();
    }

    /// @param values whether values are computed
    public Trail(Tracing tracing, boolean values) {
        left = tracing == Tracing.SHORT_PATH ? mostSteps(values) : Long.MAX_VALUE;
        kept = tracing == Tracing.ALL ? new ArrayList<>() : null;
        now = step(null, null, null, 0, 0, Resource.NONE, Origin.NONE, Cause.HOST, null);
    }

    /// How many steps [Tracing#SHORT_PATH] notes at most. The chains of a run that has more are forgotten.
    public static int mostSteps(boolean values) {
        return values ? MOST_STEPS : MOST_STEPS_WITHOUT_VALUES;
    }

    /// What to do when there are more steps than may be noted: to forget those that are known.
    public void whenGivenUp(Runnable action) {
        givenUp = action;
    }

    /// The step at whose end the present moment is.
    public Step now() {
        Later awaited = later;
        if (awaited != null) {
            later = null;
            now = awaited.step();
        }
        return now;
    }

    public void now(Step step) {
        if (left > 0) {
            now = step;
            later = null;
        }
    }

    /// The same for a step that nothing may ask for.
    public void now(Later step) {
        if (kept != null) {
            now(step.step());
        } else if (left > 0) {
            later = step;
        }
    }

    /// The same for a step whose continuation is noted, too.
    public void now(Step step, Step continuation) {
        now(step);
        continuing = continuation;
    }

    /// Notes a step.
    ///
    /// @param before what had to end for this to begin
    /// @param other what it needed, too, and was there earlier
    /// @param way what was passed between `before` and `start`; null if nothing was
    /// @param purpose why others wait for it
    /// @param held why it waited for `before`, if not for the purpose of that
    public Step step(
            @Nullable Step before,
            @Nullable Step other,
            @Nullable Way way,
            long start,
            long end,
            Resource resource,
            Origin origin,
            Cause purpose,
            @Nullable Cause held) {
        if (left == 0) {
            return now;
        }
        long earliest = before == null ? 0 : before.end();
        if (start < earliest || end < start) {
            // A hole in the trail must not end a run; it shows as time that nothing explains.
            long from = Math.max(start, earliest);
            return note(new Step(
                    before, other, null, from, Math.max(from, end), Resource.NONE, origin, Cause.UNKNOWN, null));
        }
        return note(new Step(before, kept == null ? null : other, way, start, end, resource, origin, purpose, held));
    }

    private Step note(Step step) {
        if (--left == 0) {
            known.clear();
            later = null;
            continuing = null;
            now = new Step(null, null, null, 0, 0, Resource.NONE, Origin.NONE, Cause.UNKNOWN, null);
            givenUp.run();
            return now;
        }
        List<Step> all = kept;
        if (all != null) {
            step.number(all.size());
            all.add(step);
        }
        return step;
    }

    /// Work that follows a step at once.
    public Step after(Step before, long end, Resource resource, Origin origin, Cause purpose) {
        return step(before, null, null, before.end(), end, resource, origin, purpose, null);
    }

    /// Work that continues a step until a time.
    public Step until(Step before, long end) {
        Step noted = continuing;
        return noted != null && noted.before() == before && noted.end() == end
                ? noted
                : after(before, end, before.resource(), before.origin(), before.purpose());
    }

    /// Work that follows the later of two steps at once.
    ///
    /// @param ready when what is asked for could begin
    /// @param busy until when the resource works on something else
    public Step afterBoth(
            Step ready,
            @Nullable Step busy,
            long end,
            Resource resource,
            Origin origin,
            Cause purpose,
            @Nullable Cause held) {
        return busy != null && busy.end() > ready.end()
                ? step(busy, ready, null, busy.end(), end, resource, origin, purpose, held)
                : step(ready, busy, null, ready.end(), end, resource, origin, purpose, null);
    }

    /// From now on things happen for another purpose.
    public void begin(Origin origin, Cause purpose, long units) {
        now(step(now(), null, null, units, units, Resource.NONE, origin, purpose, null));
    }

    /// What follows had to wait for what happens now, and for something that was there before.
    public void join(@Nullable Step earlier, @Nullable Cause held) {
        if (held != null || (kept != null && earlier != null)) {
            now(passing(now(), earlier, held));
        }
    }

    /// No work, which needs a step and what was there before it.
    private Step passing(Step before, @Nullable Step earlier, @Nullable Cause held) {
        long at = before.end();
        return step(before, earlier, null, at, at, before.resource(), before.origin(), before.purpose(), held);
    }

    /// A step that also needs what was there before it. Only a trail that keeps every step takes note of that.
    public Step needing(Step step, Step earlier) {
        return kept == null ? step : passing(step, earlier, null);
    }

    /// The host knows something at this time.
    public void known(long ps) {
        if (left > 0) {
            known.put(ps, now());
        }
    }

    /// Whether there were more steps than may be noted, so that no path is known.
    public boolean isGivenUp() {
        return left == 0;
    }

    /// What the host knew last at a time.
    public @Nullable Step knownAt(long ps) {
        return known.get(ps);
    }

    /// Whether every step is kept.
    public boolean keepsAll() {
        return kept != null;
    }

    /// Every step, in an order in which each comes after those it waited for; empty unless all are kept.
    List<Step> kept() {
        List<Step> all = kept;
        return all == null ? List.of() : all;
    }
}
