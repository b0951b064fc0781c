package sectile.sim.machine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.sim.engine.Engine;
import sectile.sim.engine.Event;
import sectile.sim.trace.Occupancy;

/// A control processor: serves requests one after the other in the order they come.
final class Processor {
    private final Engine engine;
    private final String name;
    private final @Nullable Consumer<Occupancy> observer;
    private long freeAt;

    /// @param observer told of every request, if there is one
    Processor(Engine engine, String name, @Nullable Consumer<Occupancy> observer) {
        this.engine = engine;
        this.name = name;
        this.observer = observer;
    }

    /// Serves a request for `servicePs`, once those before it are done, and then continues with `then`.
    void serve(long servicePs, Runnable then) {
        long startPs = Math.max(freeAt, engine.now());
        freeAt = startPs + servicePs;
        if (observer != null && servicePs > 0) {
            observer.accept(new Occupancy(Occupancy.Kind.PROCESSOR, name, "message", startPs, freeAt, 0));
        }
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
