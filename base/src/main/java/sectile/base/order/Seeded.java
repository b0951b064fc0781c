package sectile.base.order;

import java.util.List;
import java.util.SplittableRandom;

/// Every choice is drawn from a seed, all parts with the same chance.
final class Seeded implements Order {
    private final SplittableRandom random;

    Seeded(long seed) {
        this.random = new SplittableRandom(seed);
    }

    @Override
    public int next(List<? extends Part> ready) {
        return ready.size() == 1 ? 0 : random.nextInt(ready.size());
    }

    @Override
    public boolean interleaves() {
        return true;
    }

    @Override
    public boolean draws() {
        return true;
    }

    @Override
    public int draw(int bound) {
        return bound <= 1 ? 0 : random.nextInt(bound);
    }
}
