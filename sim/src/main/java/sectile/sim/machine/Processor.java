package sectile.sim.machine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import sectile.sim.component.ComponentKind;
import sectile.sim.engine.Engine;
import sectile.sim.engine.Event;
import sectile.sim.fabric.Units;
import sectile.sim.path.Resource;
import sectile.sim.path.Step;
import sectile.sim.path.Trail;
import sectile.sim.trace.Occupancy;

/// A control processor: serves requests one after the other in the order they come.
final class Processor {
    private final Engine engine;
    private final double speed;
    private final String name;
    private final @Nullable Consumer<Occupancy> observer;
    private final @Nullable Trail trail;
    private final Resource resource;
    private @Nullable Step latest;
    private long freeAt;

    /// @param observer told of every request, if there is one
    /// @param trail notes what waited for it, if there is one
    Processor(
            Engine engine,
            ComponentKind kind,
            double speed,
            String name,
            @Nullable Consumer<Occupancy> observer,
            @Nullable Trail trail) {
        this.engine = engine;
        this.speed = speed;
        this.name = name;
        this.observer = observer;
        this.trail = trail;
        this.resource = trail == null
                ? Resource.NONE
                : new Resource(Resource.Kind.PROCESSOR, name, kind.level().text() + ".components." + kind.text());
    }

    /// Serves a request that takes `plainPs` at the speed of the topology, once those before it are done, and then
    /// continues with `then`.
    void serve(long plainPs, Runnable then) {
        long servicePs = Costs.paced(plainPs, speed);
        long startPs = Math.max(freeAt, engine.now());
        freeAt = startPs + servicePs;
        if (observer != null && servicePs > 0) {
            observer.accept(new Occupancy(Occupancy.Kind.PROCESSOR, name, "message", startPs, freeAt, 0, line()));
        }
        Runnable next = trail == null || trail.isGivenUp() ? then : noted(trail, then);
        if (freeAt == engine.now()) {
            next.run();
        } else {
            engine.scheduleAt(new Served(next), freeAt);
        }
    }

    /// The line that asked for what comes now, if that is noted.
    private String line() {
        return trail == null || trail.isGivenUp() ? "" : trail.now().origin().line();
    }

    private Runnable noted(Trail noting, Runnable then) {
        Step now = noting.now();
        Step work =
                noting.afterBoth(now, latest, Units.ofPicoseconds(freeAt), resource, now.origin(), now.purpose(), null);
        latest = work;
        return () -> {
            noting.now(work);
            then.run();
        };
    }

    void reset() {
        freeAt = 0;
        latest = null;
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
