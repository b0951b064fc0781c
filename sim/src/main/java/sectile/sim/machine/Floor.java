package sectile.sim.machine;

import java.util.ArrayList;
import java.util.List;
import sectile.base.observe.Actor;
import sectile.base.order.Order;
import sectile.base.order.Part;

/// The parts of an ordered machine that could go on: kernels before each use of a queue, and payloads before they are
/// in the ring of their receiver. When nothing else is under way an [Order] chooses one of them, which then does all
/// it can.
final class Floor {
    private final Order order;
    private final boolean watchesArrivals;
    private final List<Waiting> ready = new ArrayList<>();
    private boolean tookAny;

    /// @param watchesArrivals whether arrivals are reported as what a receive from any direction waits for
    Floor(Order order, boolean watchesArrivals) {
        this.order = order;
        this.watchesArrivals = watchesArrivals;
    }

    private record Waiting(String path, Actor actor, Runnable action) implements Part {}

    /// @param path the same in every order, and different for parts that are ready at the same time
    void offer(String path, Actor actor, Runnable action) {
        ready.add(new Waiting(path, actor, action));
    }

    boolean isEmpty() {
        return ready.isEmpty();
    }

    /// Lets one part go on.
    void step() {
        if (tookAny && !watchesArrivals) {
            throw new ArrivalOrderMatters();
        }
        ready.remove(order.next(ready)).action.run();
    }

    /// A kernel takes whichever message came first.
    void takesAny() {
        tookAny = true;
    }

    boolean watchesArrivals() {
        return watchesArrivals;
    }

    void clear() {
        ready.clear();
    }
}
