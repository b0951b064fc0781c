package sectile.sim.machine;

/// A copy between the host and a memory, in progress or done.
final class HostTransfer implements Pending {
    private boolean done;
    private Runnable whenDone = () -> {};

    void finish() {
        done = true;
        whenDone.run();
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public void whenDone(Runnable action) {
        whenDone = Pending.after(done, whenDone, action);
    }
}
