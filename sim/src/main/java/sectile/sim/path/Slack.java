package sectile.sim.path;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;

/// How much later each step could have ended without the run ending later, if nothing else changed.
public final class Slack {
    /// The latest end of what happens after the end of the run, such as the last credits.
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final List<Step> steps;
    private final long[] latest;
    private final LongUnaryOperator toPicoseconds;

    private Slack(List<Step> steps, long[] latest, LongUnaryOperator toPicoseconds) {
        this.steps = steps;
        this.latest = latest;
        this.toPicoseconds = toPicoseconds;
    }

    /// Of all steps of a trail that keeps them.
    ///
    /// @param end when the run ended, in units of the fabric
    public static Slack of(Trail trail, long end, LongUnaryOperator toPicoseconds) {
        List<Step> steps = trail.kept();
        long[] latest = new long[steps.size()];
        Arrays.setAll(latest, i -> steps.get(i).end() > end ? NEVER : end);
        for (int i = steps.size() - 1; i >= 0; i--) {
            Step step = steps.get(i);
            long begin = latest[i] - (step.end() - step.start());
            Step before = step.before();
            if (before != null && before.number() >= 0) {
                long needed = begin - Math.max(0, step.start() - before.end());
                latest[before.number()] = Math.min(latest[before.number()], needed);
            }
            Step other = step.other();
            if (other != null && other.number() >= 0) {
                latest[other.number()] = Math.min(latest[other.number()], begin);
            }
        }
        return new Slack(steps, latest, toPicoseconds);
    }

    /// For each name that steps have, the least slack of one of them, of those that take time; none for those without a
    /// name.
    public Map<String, Long> least(Function<Step, String> name) {
        Map<String, Long> least = new HashMap<>();
        for (Step step : steps) {
            if (step.end() > step.start()) {
                String key = name.apply(step);
                if (!key.isEmpty()) {
                    least.merge(key, ps(step), Math::min);
                }
            }
        }
        return least;
    }

    /// Never less than 0: what happens after the end of the run has all the time there is.
    public long ps(Step step) {
        return step.number() < 0 ? 0 : Math.max(0, toPicoseconds.applyAsLong(latest[step.number()] - step.end()));
    }
}
