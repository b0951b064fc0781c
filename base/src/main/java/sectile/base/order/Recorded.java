package sectile.base.order;

import java.util.ArrayList;
import java.util.List;

/// Keeps the choices of another order, so that [Replayed] can make them again.
public final class Recorded implements Order {
    private final Order order;
    private final List<String> choices = new ArrayList<>();

    public Recorded(Order order) {
        this.order = order;
    }

    /// One entry for every choice among several: the path of the part, or `#` and the number drawn.
    public List<String> choices() {
        return List.copyOf(choices);
    }

    @Override
    public int next(List<? extends Part> ready) {
        int chosen = order.next(ready);
        if (ready.size() > 1) {
            choices.add(ready.get(chosen).path());
        }
        return chosen;
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
        int drawn = order.draw(bound);
        choices.add("#" + drawn);
        return drawn;
    }
}
