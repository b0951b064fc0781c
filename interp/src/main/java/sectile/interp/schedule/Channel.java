package sectile.interp.schedule;

import java.util.ArrayList;
import java.util.List;

/// Where fibers wait for something to change. The code that changes it calls [#changed()]; the fibers then look
/// again.
public final class Channel {
    private final List<Fiber> waiting = new ArrayList<>();

    /// For schedulers: a fiber waits here.
    public void add(Fiber fiber) {
        waiting.add(fiber);
    }

    /// Lets every fiber that waits here look again.
    public void changed() {
        if (waiting.isEmpty()) {
            return;
        }
        for (Fiber fiber : waiting) {
            fiber.wake();
        }
        waiting.clear();
    }
}
