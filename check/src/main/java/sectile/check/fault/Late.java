package sectile.check.fault;

import java.util.List;
import java.util.function.Predicate;
import sectile.base.observe.Actor;
import sectile.base.order.Order;
import sectile.base.order.Part;

/// An order in which some actors continue only when nothing else can.
public final class Late implements Order {
    private final Predicate<Actor> isLate;

    public Late(Predicate<Actor> isLate) {
        this.isLate = isLate;
    }

    @Override
    public int next(List<? extends Part> ready) {
        for (int i = 0; i < ready.size(); i++) {
            if (!isLate.test(ready.get(i).actor())) {
                return i;
            }
        }
        return 0;
    }

    @Override
    public boolean interleaves() {
        return true;
    }
}
