package sectile.sim.machine;

/// A copy between the host and a memory, in progress or done.
final class HostTransfer implements Pending {
    private final Simulation simulation;
    private boolean done;
    private Runnable whenDone = () -> {};

    HostTransfer(Simulation simulation) {
        this.simulation = simulation;
    }

    void finish() {
        done = true;
        simulation.known();
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
