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
    /// What [Tracing#SHORT_PATH] notes at most: some 250 MiB. The chains of a run that has more are forgotten.
    public static final int MOST_STEPS = 1_000_000;

    private final @Nullable List<Step> kept;
    private final Map<Long, Step> known = new HashMap<>();
    private Step now;
    /// How many steps may still be noted.
    private long left;

    public Trail(Tracing tracing) {
        left = tracing == Tracing.SHORT_PATH ? MOST_STEPS : Long.MAX_VALUE;
        kept = tracing == Tracing.ALL ? new ArrayList<>() : null;
        now = step(null, null, null, 0, 0, Resource.NONE, Origin.NONE, Cause.HOST, null);
    }

    /// The step at whose end the present moment is.
    public Step now() {
        return now;
    }

    public void now(Step step) {
        if (left > 0) {
            now = step;
        }
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
            now = new Step(null, null, null, 0, 0, Resource.NONE, Origin.NONE, Cause.UNKNOWN, null);
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
        now = step(now, null, null, units, units, Resource.NONE, origin, purpose, null);
    }

    /// What follows had to wait for what happens now, and for something that was there before.
    public void join(@Nullable Step earlier, @Nullable Cause held) {
        if (held != null || (kept != null && earlier != null)) {
            now = step(now, earlier, null, now.end(), now.end(), now.resource(), now.origin(), now.purpose(), held);
        }
    }

    /// The host knows something at this time.
    public void known(long ps) {
        if (left > 0) {
            known.put(ps, now);
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
