package sectile.sim.machine;

import sectile.sim.engine.Engine;
import sectile.sim.engine.Event;

/// A control processor: serves requests one after the other in the order they come.
final class Processor {
    private final Engine engine;
    private long freeAt;

    Processor(Engine engine) {
        this.engine = engine;
    }

    /// Serves a request for `servicePs`, once those before it are done, and then goes on with `then`.
    void serve(long servicePs, Runnable then) {
        freeAt = Math.max(freeAt, engine.now()) + servicePs;
        if (freeAt == engine.now()) {
            then.run();
        } else {
            engine.scheduleAt(new Served(then), freeAt);
        }
    }

    void reset() {
        freeAt = 0;
    }

    private static final class Served extends Event {
        private final Runnable then;

        Served(Runnable then) {
            this.then = then;
        }

        @Override
        protected void fire() {
            then.run();
        }
    }
}
