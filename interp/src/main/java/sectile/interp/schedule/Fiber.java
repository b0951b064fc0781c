package sectile.interp.schedule;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One thread of control of a program.
public abstract class Fiber {
    private final Supplier<String> name;
    private final Channel done = new Channel();
    private boolean finished;
    private @Nullable Supplier<Waiting> waiting;

    protected Fiber(Supplier<String> name) {
        this.name = name;
    }

    /// Which one this is, for people.
    public final String name() {
        return name.get();
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
    public final void waitsFor(@Nullable Supplier<Waiting> what) {
        waiting = what;
    }

    final @Nullable Waiting waiting() {
        Supplier<Waiting> now = waiting;
        return now == null ? null : now.get();
    }

    /// Lets the fiber look again at what it waits for.
    protected abstract void wake();
}
