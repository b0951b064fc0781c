package sectile.check;

import java.util.List;
import sectile.base.order.Order;
import sectile.base.order.Part;

/// Counts the steps of another order.
final class Counted implements Order {
    private final Order order;
    private long steps;

    Counted(Order order) {
        this.order = order;
    }

    long steps() {
        return steps;
    }

    @Override
    public int next(List<? extends Part> ready) {
        steps++;
        return order.next(ready);
    }

    @Override
    public boolean interleaves() {
        return order.interleaves();
    }

    @Override
    public boolean draws() {
        return order.draws();
    }

    @Override
    public int draw(int bound) {
        return order.draw(bound);
    }
}
