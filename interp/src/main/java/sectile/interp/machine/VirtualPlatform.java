package sectile.interp.machine;

import java.util.ArrayList;
import java.util.List;
import sectile.base.observe.Actor;
import sectile.base.observe.Wait;
import sectile.base.observe.WaitGraph;
import sectile.interp.schedule.Channel;
import sectile.interp.schedule.Fiber;
import sectile.interp.schedule.Scheduler;

/// Nothing takes time. A launch has as many core groups as a device; blocks beyond that wait until one is free.
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
    public void launch(Core from, String kernel, List<Actor> actors, BlockBody body) {
        if (actors.size() == 1) {
            body.run(0, NOWHERE);
            return;
        }
        List<Fiber> fibers = new ArrayList<>();
        Channel freed = new Channel();
        List<Actor> running = new ArrayList<>(actors.subList(0, Math.min(CLUSTERS, actors.size())));
        for (int i = 0; i < actors.size(); i++) {
            int block = i;
            Actor actor = actors.get(i);
            fibers.add(scheduler.spawn(actor, () -> {
                if (block >= CLUSTERS) {
                    scheduler.await(
                            freed,
                            () -> running.size() < CLUSTERS,
                            () -> new WaitGraph.Node(
                                    actor,
                                    new Wait.Machine("for a free core: all " + CLUSTERS + " run other blocks", running),
                                    from.span()));
                    running.add(actor);
                }
                body.run(block, NOWHERE);
                running.remove(actor);
                freed.changed();
            }));
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
