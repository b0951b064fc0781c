package sectile.sim.machine;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sectile.base.observe.Actor;
import sectile.sim.Place;
import sectile.sim.kernel.Kernel;
import sectile.sim.kernel.KernelArgs;

/// A kernel sent to a set of PEs.
public final class Launch extends Command {
    private final Kernel kernel;
    private final Function<Place, KernelArgs> args;
    private final boolean sameArgs;
    private final String queueSet;
    private final long submittedPs;
    /// By place, who the kernels are to the observer of the machine, if it has one.
    private Map<Place, Actor> actors = Map.of();

    /// What the host says it is a part of.
    private final String phase;
    private long completedPs;
    private long firstStartPs = Long.MAX_VALUE;
    private long lastEndPs;

    Launch(
            Simulation simulation,
            Kernel kernel,
            Function<Place, KernelArgs> args,
            boolean sameArgs,
            PeSet where,
            String queueSet) {
        super(simulation, where);
        this.kernel = kernel;
        this.args = args;
        this.sameArgs = sameArgs;
        this.queueSet = queueSet;
        this.submittedPs = simulation.now();
        this.phase = simulation.listeners().phase();
    }

    /// Tells the observer, if there is one, that the host sends it.
    void announce() {
        Watch watch = simulation.watch();
        if (watch != null) {
            actors = watch.launched(this);
        }
    }

    /// Who the kernel on a PE is to the observer of the machine; null if it has none.
    @Nullable
    Actor actor(Place place) {
        return actors.get(place);
    }

    String phase() {
        return phase;
    }

    Kernel kernel() {
        return kernel;
    }

    KernelArgs args(Place place) {
        return args.apply(place);
    }

    /// The installed queues the kernel's sends and receives go through.
    String queueSet() {
        return queueSet;
    }

    @Override
    String what() {
        return "launch";
    }

    @Override
    long payloadBytes(Place place) {
        return args.apply(place).bytes();
    }

    @Override
    boolean isBroadcast() {
        return sameArgs;
    }

    @Override
    long entries(Place place) {
        return 0;
    }

    @Override
    void perform(Pe pe, PeSet.CubeGroup cube, PeSet.SipGroup sip, Runnable done) {
        pe.run(new Body(pe, this, cube, sip, done));
    }

    void bodyEnded(Place place, long startPs, long endPs) {
        firstStartPs = Math.min(firstStartPs, startPs);
        lastEndPs = Math.max(lastEndPs, endPs);
    }

    @Override
    void complete() {
        completedPs = simulation.now();
        Watch watch = simulation.watch();
        if (watch != null) {
            watch.joined(this, actors);
        }
    }

    /// The times of a launch that is done.
    public LaunchResult result() {
        if (!isDone()) {
            throw new IllegalStateException("the launch has not finished, or was abandoned because something failed");
        }
        return new LaunchResult(submittedPs, completedPs, Math.min(firstStartPs, lastEndPs), lastEndPs);
    }
}
