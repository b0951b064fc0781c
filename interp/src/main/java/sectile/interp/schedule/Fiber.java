package sectile.interp.schedule;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Actor;
import sectile.base.observe.WaitGraph;
import sectile.base.order.Part;

/// One thread of control of a program.
public abstract class Fiber implements Part {
    private final Actor actor;
    private final String path;
    private final Channel done = new Channel();
    private boolean finished;
    private int children;
    private long created;
    private @Nullable Supplier<WaitGraph.Node> waiting;

    /// @param parent who started it; null for the first one
    protected Fiber(Actor actor, @Nullable Fiber parent) {
        this.actor = actor;
        this.path = parent == null ? "0" : parent.path + "." + parent.children++;
    }

    @Override
    public final Actor actor() {
        return actor;
    }

    @Override
    public final String path() {
        return path;
    }

    /// A name for something that this fiber creates.
    public final Creation create() {
        return new Creation(path, created++);
    }

    public final boolean isFinished() {
        return finished;
    }

    /// Changes when the fiber ends.
    public final Channel done() {
        return done;
    }

    /// For schedulers: the fiber has ended.
    public final void end() {
        finished = true;
        done.changed();
    }

    /// For schedulers: what the fiber waits for from now on; null for nothing.
    public final void waitsFor(@Nullable Supplier<WaitGraph.Node> what) {
        waiting = what;
    }

    final WaitGraph.@Nullable Node waiting() {
        Supplier<WaitGraph.Node> now = waiting;
        return now == null ? null : now.get();
    }

    /// Lets the fiber look again at what it waits for.
    protected abstract void wake();
}
