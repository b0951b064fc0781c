package sectile.dist.group;

import org.jspecify.annotations.Nullable;
import sectile.dist.worker.Workers;
import sectile.sim.machine.Launch;
import sectile.sim.machine.LaunchResult;
import sectile.sim.machine.Pending;

/// One rank's part in a collective, in progress or done.
public final class Work implements Pending {
    private final Workers workers;
    private final Epoch epoch;
    private boolean done;
    private Runnable whenDone = () -> {};
    private @Nullable Launch launch;

    Work(Workers workers, Epoch epoch) {
        this.workers = workers;
        this.epoch = epoch;
    }

    Epoch epoch() {
        return epoch;
    }

    void launched(Launch started) {
        launch = started;
        started.whenDone(this::finish);
    }

    void finish() {
        done = true;
        whenDone.run();
    }

    /// The run it belonged to was given up: there is nothing to wait for any more.
    void abandon() {
        done = true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void whenDone(Runnable action) {
        whenDone = Pending.after(done, whenDone, action);
    }

    /// Waits until this rank's part is done; lets the other ranks run meanwhile. Outside all workers it returns at once
    /// as long as ranks are missing: their calls come later, from the same caller.
    public void await() {
        if (workers.isInside() || epoch.missing().isEmpty()) {
            workers.await(this);
        }
    }

    /// When this rank's kernels ran; a collective of no elements has none.
    public LaunchResult result() {
        Launch started = launch;
        if (started == null) {
            throw new IllegalStateException(
                    done ? "a collective of no elements launches nothing" : "the collective has not finished");
        }
        return started.result();
    }
}
