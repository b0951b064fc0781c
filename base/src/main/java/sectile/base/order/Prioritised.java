package sectile.base.order;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/// Priority-based schedules: every part draws a priority, the ready part with the highest one proceeds,
/// and at a few drawn steps the running part falls below all others. A mistake that needs `d` ordering
/// constraints is found with a chance of at least 1/(n·kᵈ⁻¹) for `n` parts and `k` steps, which is far
/// above that of drawing every step.
public final class Prioritised implements Order {
    private final SplittableRandom random;
    private final Map<String, Long> priorities = new HashMap<>();
    private final Set<Long> changes = new HashSet<>();
    private long steps;
    private long lowest;

    /// @param depth how many ordering constraints a mistake may need, at least 1
    /// @param length about how many steps a run has
    public Prioritised(long seed, int depth, long length) {
        this.random = new SplittableRandom(seed);
        for (int i = 1; i < depth; i++) {
            changes.add(random.nextLong(Math.max(1, length)));
        }
    }

    @Override
    public int next(List<? extends Part> ready) {
        int best = highest(ready);
        if (changes.contains(steps++)) {
            priorities.put(ready.get(best).path(), --lowest);
            best = highest(ready);
        }
        return best;
    }

    private int highest(List<? extends Part> ready) {
        int best = 0;
        for (int i = 0; i < ready.size(); i++) {
            if (priority(ready.get(i)) > priority(ready.get(best))) {
                best = i;
            }
        }
        return best;
    }

    private long priority(Part part) {
        return priorities.computeIfAbsent(part.path(), path -> random.nextLong(1, Long.MAX_VALUE));
    }

    @Override
    public boolean interleaves() {
        return true;
    }
}
