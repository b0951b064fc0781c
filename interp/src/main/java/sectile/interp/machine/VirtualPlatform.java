package sectile.interp.machine;

import java.util.ArrayList;
import java.util.List;
import sectile.base.observe.Actor;
import sectile.interp.schedule.Fiber;
import sectile.interp.schedule.Scheduler;

/// Nothing takes time, and there is a core for every block.
public final class VirtualPlatform implements Platform {
    private static final int CLUSTERS = 24;
    private static final Location NOWHERE = new Location() {};

    private final Scheduler scheduler;

    public VirtualPlatform(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public Scheduler scheduler() {
        return scheduler;
    }

    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public void perform(Core core, Request request, Runnable effect) {
        effect.run();
    }

    @Override
    public void launch(Core from, List<Actor> actors, BlockBody body) {
        if (actors.size() == 1) {
            body.run(0, NOWHERE);
            return;
        }
        List<Fiber> fibers = new ArrayList<>();
        for (int i = 0; i < actors.size(); i++) {
            int block = i;
            fibers.add(scheduler.spawn(actors.get(i), () -> body.run(block, NOWHERE)));
        }
        fibers.forEach(fiber -> scheduler.join(fiber, from.actor(), from.span()));
    }

    @Override
    public Location host() {
        return NOWHERE;
    }

    @Override
    public Location orchestrator(int rank) {
        return NOWHERE;
    }

    @Override
    public long nowPs() {
        return -1;
    }

    @Override
    public int clusters() {
        return CLUSTERS;
    }
}
